import { MillraceError } from "@millrace/protocol";

/** A request that cannot be understood. Thrown by readers of client wires; it becomes an error of status 400. */
export class RequestFault extends MillraceError<"request_fault"> {
  /** The field that is to blame, e.g. `messages[3].content`. */
  readonly param: string;

  constructor(param: string, message: string) {
    super("request_fault", message);
    this.name = "RequestFault";
    this.param = param;
  }
}
