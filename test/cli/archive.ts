/** Reads a zip archive by its directory: written for the tests, and not with the code under test. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';

/** Names and contents, in the archive's order. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  assert.ok(end >= 0, 'no end of a directory');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const [method, checksum, packed, size] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 24),
    ];
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [number, number, number];
    const name = archive.subarray(at + 46, at + 46 + lengths[0]).toString('utf8');
    const local = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(local), 0x04034b50, name);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + packed);
    const data = method === 8 ? inflateRawSync(bytes) : bytes;
    assert.deepEqual([data.length, crc32(data)], [size, checksum], name);
    files.set(name, data);
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return files;
}

export function extract(archive: Buffer, folder: string): void {
  for (const [name, data] of unzipped(archive)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
}
