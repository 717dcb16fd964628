/** Where the operator reads what a model must not: standard error, because standard output may carry a protocol. */

/** Takes one finished message at a time. */
export interface Logger {
  error(message: string): void;
  warn(message: string): void;
}

export const standardErrorLogger: Logger = {
  error: (message) => void process.stderr.write(`toolmark error: ${message}\n`),
  warn: (message) => void process.stderr.write(`toolmark warning: ${message}\n`),
};
