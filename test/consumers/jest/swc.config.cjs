const parser = { syntax: 'typescript', decorators: true };
const jsc = { parser, target: 'es2022', transform: { legacyDecorator: true, decoratorMetadata: true } };

module.exports = { testEnvironment: 'node', rootDir: 'src', transform: { '\\.ts$': ['@swc/jest', { jsc, module: { type: 'commonjs' } }] } };
