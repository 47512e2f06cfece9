import type { ClientFailure } from "../../client-failure.js";

/** What clients tell one failure from another by, beside the status. */
interface ErrorWords {
  type: string;
  code?: string;
  param?: string;
}

/**
 * OpenAI's words for each kind of failure, with what OpenAI itself, or where it says nothing of the kind a server that
 * copied its wire, was seen to answer. What the words are for: with `context_length_exceeded` clients compact their
 * history, with `insufficient_quota` they do not try again, with `invalid_api_key` they ask for another key.
 */
const WORDS: Readonly<Record<ClientFailure["kind"], ErrorWords>> = {
  // {"message":"Invalid schema for function 'f'…","type":"invalid_request_error","param":"tools[0].function.parameters","code":"invalid_function_parameters"}
  invalid_request: { type: "invalid_request_error" },
  // {"message":"Incorrect API key provided: sk-…","type":"invalid_request_error","param":null,"code":"invalid_api_key"}
  auth: { type: "invalid_request_error", code: "invalid_api_key" },
  // {"message":"Your organization must be verified to use the model `o3`.…","type":"invalid_request_error","param":null,"code":null}
  entitlement: { type: "invalid_request_error" },
  // {"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}
  quota: { type: "insufficient_quota", code: "insufficient_quota" },
  // {"message":"Billing hard limit has been reached","type":"invalid_request_error","param":null,"code":"billing_hard_limit_reached"}
  spend_limit: { type: "invalid_request_error", code: "billing_hard_limit_reached" },
  // {"message":"Rate limit reached for gpt-4.1 in organization org-x on tokens per min (TPM)…","type":"tokens","param":null,"code":"rate_limit_exceeded"}
  // The type is the limit's unit, which we do not know.
  rate_limit: { type: "rate_limit_error", code: "rate_limit_exceeded" },
  // {"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.…","type":null,"param":"prompt","code":"content_filter"}
  content_filter: { type: "invalid_request_error", code: "content_filter" },
  // {"message":"This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens.…","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}
  context_overflow: { type: "invalid_request_error", code: "context_length_exceeded", param: "messages" },
  // {"message":"Our servers are currently overloaded. Please try again later.","type":"service_unavailable_error","param":null,"code":"server_is_overloaded"}
  overloaded: { type: "service_unavailable_error", code: "server_is_overloaded" },
  // {"message":"The server had an error while processing your request. Sorry about that!","type":"server_error","param":null,"code":null}
  network: { type: "server_error" },
  timeout: { type: "server_error" },
  unknown: { type: "server_error" },
  // {"message":"The model `gpt-9` does not exist or you do not have access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}
  // {"message":"Invalid URL (POST /v1/foo)","type":"invalid_request_error","param":null,"code":null}
  not_found: { type: "invalid_request_error" },
  // OpenAI's front answers with a page: <html><head><title>413 Request Entity Too Large</title></head>…
  too_large: { type: "invalid_request_error" },
};

/** The body of an answer that is an error; in a stream the one event that says so. */
export function errorBody({ kind, message, param }: ClientFailure): object {
  const words = WORDS[kind];
  const code = kind === "not_found" && param === "model" ? "model_not_found" : (words.code ?? null);
  return { error: { message, type: words.type, param: param ?? words.param ?? null, code } };
}
