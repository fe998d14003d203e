/**
 * Why a tool could not do its work. The message is in English, for the model; components create the user's message from the
 * code, which is one of `ToolFailureCode`.
 */
export abstract class ToolError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
