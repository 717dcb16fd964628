// What Node's own start takes, in milliseconds.
console.log(JSON.stringify({ total: performance.now() }));
