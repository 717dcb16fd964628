/** What bad requests make the SDKs say: the operator should hear of it, but whoever floods the server must not flood the log. */

const mostInWindow = 20;
const window = 60_000;

/** Letters that end a line, or move a terminal's cursor. */
// oxlint-disable-next-line no-control-regex
const control = /[\0-\x1f\x7f-\x9f\u2028\u2029]+/g;

/** Tells one line each, not more than 20 a minute, and then how many there were beside. */
export function quietly(log: (message: string) => void): (message: string) => void {
  let windowEnd = 0;
  let told = 0;
  let untold = 0;
  return (message) => {
    const now = Date.now();
    if (now >= windowEnd) {
      if (untold > 0) log(`${untold} more messages about bad requests were not logged`);
      [windowEnd, told, untold] = [now + window, 0, 0];
    }
    if (told >= mostInWindow) untold += 1;
    else {
      told += 1;
      log(message.replace(control, ' ').slice(0, 500));
    }
  };
}
