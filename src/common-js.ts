/** Which of the two copies of this package runs: in CommonJS what is loaded late is loaded by `require`, because Jest cannot follow `import()` out of it. */
export const isCommonJs = typeof require === 'function' && typeof module === 'object';
