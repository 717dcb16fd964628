// Counts the functions made from text: node --import ./count-compiled.mjs
globalThis.compiledFunctions = 0;
const counted =
  (make) =>
  (...args) => {
    globalThis.compiledFunctions++;
    return make(...args);
  };
globalThis.Function = new Proxy(Function, { construct: counted(Reflect.construct), apply: counted(Reflect.apply) });
