/** Every 5xx: without a better reason such an answer means that the server is overloaded or down. */
export const SERVER_STATUS: readonly number[] = Array.from({ length: 100 }, (_, offset) => 500 + offset);
