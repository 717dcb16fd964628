/** Rules for text of a known form: addresses, identifiers, codes. */
import { isUnusualEmail } from '../../../schema/usual-email.js';
import { type Narrowing, patterned, type RuleTable, show, told } from './entry.js';

const list = 'a list in code';
const checksum = 'a check digit is computed';
const grammar = 'the grammar is judged by code';
const wider = 'the format of JSON Schema is narrower than what the rule accepts';

const hex = '[0-9A-Fa-f]';

/** Options of `@IsEmail` that let more pass than the format `email`. */
const wideEmail = ['allow_display_name', 'require_display_name', 'allow_ip_domain', 'allow_underscores', 'ignore_max_length'];

function email([options]: readonly unknown[]): Narrowing {
  const set = (options ?? {}) as Record<string, unknown>;
  if (set['require_tld'] === false || wideEmail.some((name) => Boolean(set[name]))) return { types: ['string'], partly: true };
  const more = Object.keys(set).length > 0;
  return { types: ['string'], keywords: { format: 'email' }, ...(more && { partly: true as const }) };
}

function describeEmail([options]: readonly unknown[]): string {
  const hosts = (options as { host_whitelist?: unknown } | undefined)?.host_whitelist;
  const allowed = Array.isArray(hosts) && hosts.length > 0 ? ` at ${hosts.map(String).join(' or ')}` : '';
  return `Must be a valid email address${allowed}.`;
}

const uuidShape = (third: string, fourth = `[89ABab]${hex}{3}`): string => `^${hex}{8}-${hex}{4}-${third}-${fourth}-${hex}{12}$`;

const usualUuid = new RegExp(uuidShape(`[1-8]${hex}{3}`));
const isUnusualUuid = (value: unknown): boolean => typeof value !== 'string' || !usualUuid.test(value);

/** Version 1 to 8 as one digit, or undefined for the named sets ('all', 'loose'). */
const uuidVersion = (version: unknown): string | undefined => (/^[1-8]$/.test(String(version)) ? String(version) : undefined);

function uuid([version]: readonly unknown[]): Narrowing {
  const versions = (Array.isArray(version) ? version : [version]).map(uuidVersion);
  const types: Narrowing['types'] = ['string'];
  if (versions.every((digit) => digit !== undefined) && versions.length > 0) {
    return { types, keywords: { format: 'uuid', pattern: uuidShape(`[${versions.join('')}]${hex}{3}`) } };
  }
  return { types, keywords: { format: 'uuid' }, ...(version !== undefined && { partly: true as const }) };
}

function describeUuid([version]: readonly unknown[]): string {
  return version === undefined || version === 'all'
    ? 'Must be a UUID.'
    : `Must be a UUID of version ${[version].flat().map(String).join(' or ')}.`;
}

/** Digits of the hexadecimal form of each hash. */
const hashDigits: Readonly<Record<string, number>> = {
  md5: 32,
  md4: 32,
  sha1: 40,
  sha256: 64,
  sha384: 96,
  sha512: 128,
  ripemd128: 32,
  ripemd160: 40,
  tiger128: 32,
  tiger160: 40,
  tiger192: 48,
  crc32: 8,
  crc32b: 8,
};

function hash([algorithm]: readonly unknown[]): Narrowing {
  const digits = Object.hasOwn(hashDigits, String(algorithm)) ? hashDigits[String(algorithm)] : undefined;
  return digits === undefined ? { types: ['string'], partly: true } : { types: ['string'], keywords: { pattern: `^${hex}{${digits}}$` } };
}

function ip([version]: readonly unknown[]): Narrowing {
  return String(version) === '4' ? { types: ['string'], keywords: { format: 'ipv4' } } : { types: ['string'], partly: true };
}

function numberText([options]: readonly unknown[]): Narrowing {
  const { no_symbols: noSymbols, locale } = (options ?? {}) as { no_symbols?: unknown; locale?: unknown };
  if (noSymbols) return { types: ['string'], keywords: { pattern: '^[0-9]+$' } };
  return locale ? { types: ['string'], partly: true } : { types: ['string'], keywords: { pattern: '^[+-]?([0-9]*[.])?[0-9]+$' } };
}

/** Addresses, and names of places on a network. */
const networkRules: RuleTable = {
  IsEmail: {
    advertised: '`format: email`',
    narrow: email,
    unless: ([options]) => (options === undefined ? isUnusualEmail : undefined),
    describe: describeEmail,
    reason:
      'the format lets more pass, such as `a@b.c`, so the rule runs too; with options that let more pass than the format, it is told without it',
    stricter: 'where formats are asserted, an address with non-ASCII letters or a quoted local part is refused',
  },
  IsUrl: told('Must be a valid URL.', wider),
  IsFQDN: told('Must be a fully qualified domain name.', wider),
  IsIP: {
    advertised: '`format: ipv4` for version 4',
    narrow: ip,
    describe: ([version]) => (version === undefined ? 'Must be an IP address.' : `Must be an IP address of version ${version as string}.`),
    reason: 'the format `ipv6` refuses zones (`fe80::1%eth0`), which the rule accepts',
  },
  IsPort: told('Must be a port number from 0 to 65535, as text.', 'a range of numbers in text'),
  IsMACAddress: told('Must be a MAC address.', grammar),
  IsDataURI: told('Must be a data: URI.', grammar),
  IsMagnetURI: told('Must be a magnet: URI.', grammar),
  IsMimeType: told('Must be a media type, such as text/plain.', grammar),
};

/** Identifiers and encodings. */
const identifierRules: RuleTable = {
  IsUUID: {
    advertised: '`format: uuid`, and `pattern` for versions 1 to 8',
    narrow: uuid,
    unless: ([version]) => (version === undefined ? isUnusualUuid : undefined),
    describe: describeUuid,
    reason:
      'the format lets more pass, such as `urn:uuid:`, so the rule runs too; the named sets (`all`, `nil`, `max`, `loose`) are told beside it',
  },
  IsMongoId: patterned(`^(?:0[xXhH]${hex}{22}|${hex}{24})$`, 'Must be a MongoDB id of 24 hexadecimal digits.'),
  IsFirebasePushId: patterned('^[a-zA-Z0-9_-]{20}$', 'Must be a Firebase push id of 20 characters.'),
  IsHexadecimal: patterned(`^(?:0[xXhH])?${hex}+$`, 'Must be a hexadecimal number.'),
  IsOctal: patterned('^(?:0[oO])?[0-7]+$', 'Must be an octal number.'),
  IsHexColor: patterned(`^#?(?:${hex}{3}|${hex}{4}|${hex}{6}|${hex}{8})$`, 'Must be a hexadecimal colour, such as #1e90ff.'),
  IsRgbColor: told('Must be a colour such as rgb(30,144,255).', grammar),
  IsHSL: told('Must be a colour such as hsl(210,100%,56%).', grammar),
  IsHash: {
    exact: true,
    advertised: '`pattern`',
    narrow: hash,
    describe: ([algorithm]) => `Must be a hash of type ${String(algorithm)}, in hexadecimal.`,
  },
  IsBase32: told('Must be base32 text.', 'the length must be a multiple of 8'),
  IsBase58: patterned('^[A-HJ-NP-Za-km-z1-9]*$', 'Must be base58 text.'),
  IsBase64: told('Must be base64 text.', 'the length must be a multiple of 4, and options change the letters'),
  IsJWT: told('Must be a JSON Web Token.', grammar),
  IsJSON: told('Must be JSON text.', grammar),
  IsSemVer: told('Must be a semantic version, such as 1.2.3.', grammar),
  IsBtcAddress: told('Must be a Bitcoin address.', grammar),
  IsEthereumAddress: patterned(`^0[xX]${hex}{40}$`, 'Must be an Ethereum address.'),
  IsStrongPassword: told(
    'Must be a strong password: long, with lower and upper case, digits and symbols.',
    'kinds of characters are counted',
  ),
};

/** Numbers, truth values, and moments written as text. */
const writtenRules: RuleTable = {
  IsBooleanString: {
    exact: true,
    advertised: '`enum`',
    narrow: () => ({ values: ['true', 'false', '1', '0'] }),
    describe: () => 'Must be "true", "false", "1" or "0".',
  },
  IsNumberString: {
    exact: true,
    advertised: '`pattern`',
    narrow: numberText,
    describe: () => 'Must be a number written as text.',
    reason: 'with a locale the decimal sign differs: told',
  },
  IsDecimal: told('Must be a decimal number written as text.', 'options and locale change the form'),
  IsCurrency: told('Must be an amount of money written as text.', 'options change the form'),
  IsDateString: told('Must be an ISO 8601 date, such as 2024-05-17 or 2024-05-17T10:30:00Z.', wider),
  IsISO8601: told('Must be an ISO 8601 date, such as 2024-05-17 or 2024-05-17T10:30:00Z.', wider),
  IsRFC3339: told(
    'Must be an RFC 3339 date and time, such as 2024-05-17T10:30:00Z.',
    'the format `date-time` refuses days that do not exist; the rule accepts them',
  ),
  IsMilitaryTime: patterned('^(?:[01]\\d|2[0-3]):?[0-5]\\d$', 'Must be a time of day as HH:MM, 00:00 to 23:59.'),
  IsTimeZone: told('Must be an IANA time zone, such as Europe/Paris.', list),
  IsLatLong: told('Must be "latitude,longitude" in degrees.', grammar),
};

/** Codes of standards and registries. */
const codeRules: RuleTable = {
  IsCreditCard: told('Must be a valid credit card number.', checksum),
  IsEAN: told('Must be a valid EAN, with its check digit.', checksum),
  IsISBN: told(([version]) => (version === undefined ? 'Must be a valid ISBN.' : `Must be a valid ISBN-${version as string}.`), checksum),
  IsISIN: told('Must be a valid ISIN.', checksum),
  IsISSN: told('Must be a valid ISSN.', checksum),
  IsIBAN: told('Must be a valid IBAN.', checksum),
  IsBIC: told('Must be a BIC (SWIFT) code.', list),
  IsISRC: patterned('^[A-Z]{2}[0-9A-Z]{3}\\d{7}$', 'Must be an ISRC.'),
  IsISO31661Alpha2: told('Must be a two-letter country code (ISO 3166-1 alpha-2).', list),
  IsISO31661Alpha3: told('Must be a three-letter country code (ISO 3166-1 alpha-3).', list),
  IsISO31661Numeric: told('Must be a three-digit country code (ISO 3166-1 numeric).', list),
  IsISO4217CurrencyCode: told('Must be a currency code (ISO 4217), such as EUR.', list),
  IsISO6391: told('Must be a two-letter language code (ISO 639-1).', list),
  IsLocale: told('Must be a language tag, such as en-GB.', grammar),
  IsPhoneNumber: told(
    ([region]) =>
      region === undefined
        ? 'Must be a valid phone number in international form, such as +14155552671.'
        : `Must be a valid phone number of ${show(region)}.`,
    'numbering plans in code',
  ),
  IsMobilePhone: told('Must be a valid mobile phone number.', 'numbering plans in code'),
  IsPostalCode: told(
    ([locale]) =>
      locale === undefined || locale === 'any' ? 'Must be a valid postal code.' : `Must be a valid postal code of ${show(locale)}.`,
    list,
  ),
  IsIdentityCard: told('Must be a valid identity card number.', checksum),
  IsPassportNumber: told(([country]) => `Must be a valid passport number of ${show(country)}.`, list),
  IsTaxId: told(([locale]) => `Must be a valid tax number of ${show(locale ?? 'en-US')}.`, checksum),
};

export const formatRules: RuleTable = { ...networkRules, ...identifierRules, ...writtenRules, ...codeRules };
