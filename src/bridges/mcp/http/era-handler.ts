/** How requests of one era are answered. */
import type { Caller } from '../dispatch/request.js';
import type { ProtocolError } from '../wire/errors.js';
import type { HttpRequest, Reply } from './exchange.js';

export interface EraHandler {
  /** @param body JSON; undefined for a method that has none */
  handle(request: HttpRequest, caller: Caller, body: unknown): Promise<Reply>;
  /** The answer that the head alone gives; the body is not read then. */
  early?(request: HttpRequest, caller: Caller): Reply | undefined;
  /** Ends what stays open between requests: sessions, and streams of notices. */
  stop(error: ProtocolError): Promise<void>;
}
