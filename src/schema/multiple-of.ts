/** `multipleOf` by decimal arithmetic: 0.3 is a multiple of 0.1, whatever binary fractions make of it. */

export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const shift = exponent - divisorExponent;
  return shift >= 0 ? (digits * 10n ** BigInt(shift)) % divisorDigits === 0n : digits % (divisorDigits * 10n ** BigInt(-shift)) === 0n;
}

/** A number as `digits * 10 ** exponent`, from its shortest decimal text. */
function decimal(value: number): [bigint, number] {
  const [text = '0', exponent = '0'] = Math.abs(value).toString().split('e');
  const [whole = '0', fraction = ''] = text.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
