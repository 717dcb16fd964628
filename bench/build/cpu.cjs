// Loaded before what is measured: says at the end how much processor time the process took, all threads together.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.BENCH_CPU, String((user + system) / 1000));
});
