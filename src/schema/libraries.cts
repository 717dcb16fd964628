/**
 * Libraries that many processes never need, loaded at their first use. CommonJS, because only `require` loads at once:
 * checks are synchronous. Bundlers follow these calls too.
 */

/** @throws where the library is not there */
export const loadAjv = () => ({
  Ajv: (require('ajv') as typeof import('ajv')).Ajv,
  Ajv2019: (require('ajv/dist/2019.js') as typeof import('ajv/dist/2019.js')).Ajv2019,
  Ajv2020: (require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020,
});

/** @throws where the library is not there */
export const loadFormats = () => (require('ajv-formats/dist/formats.js') as typeof import('ajv-formats/dist/formats.js')).fullFormats;

/** @throws where the library is not there */
export const loadRe2 = () => (require('re2js') as typeof import('re2js', { with: { 'resolution-mode': 'require' } })).RE2JS;
