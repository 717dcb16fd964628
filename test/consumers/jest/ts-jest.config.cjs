module.exports = { testEnvironment: 'node', rootDir: 'src', transform: { '\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json' }] } };
