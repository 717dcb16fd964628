/** Writes zip archives: deflated, without dates, entries in the order given, so that equal files make equal archives. */
import { crc32, deflateRawSync } from 'node:zlib';

/** One file of an archive. */
export interface ZipEntry {
  /** Path in the archive, with forward slashes. */
  name: string;
  data: Uint8Array;
  /** Whether it may be run, on systems that know this. */
  isExecutable?: boolean;
}

/** Zip counts dates from here; the day and month are written into one number. */
const firstOfJanuary1980 = 0b0000000_0001_00001;
const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
/** 2.0: deflate. */
const neededVersion = 20;
/** Unix, 2.0: lets the mode be read. */
const madeBy = (3 << 8) | neededVersion;
const utf8Names = 1 << 11;
const [stored, deflated] = [0, 8];
/** What the format without its 64-bit extension can say. */
const most = { bytes: 0xffffffff, entries: 0xffff };

/** The archive. @throws RangeError for more than 4 GiB or 65535 files */
export function zip(entries: readonly ZipEntry[]): Buffer {
  if (entries.length > most.entries) throw new RangeError(`A bundle can have ${most.entries} files, not ${entries.length}.`);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = pack(entry);
    const local = Buffer.concat([header(packed), packed.name, packed.data]);
    directory.push(Buffer.concat([centralHeader(packed, entry, offset), packed.name]));
    parts.push(local);
    offset += local.length;
    if (offset > most.bytes) throw new RangeError('A bundle can have 4 GiB.');
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, ending(entries.length, central.length, offset)]);
}

interface Packed {
  name: Buffer;
  data: Buffer;
  method: number;
  checksum: number;
  size: number;
}

function pack({ name, data }: ZipEntry): Packed {
  const squeezed = deflateRawSync(data, { level: 9 });
  const helps = squeezed.length < data.length;
  return {
    name: Buffer.from(name, 'utf8'),
    data: helps ? squeezed : Buffer.from(data),
    method: helps ? deflated : stored,
    checksum: crc32(data),
    size: data.length,
  };
}

/** The 26 bytes that the local header and the directory have in common. */
function shared({ name, data, method, checksum, size }: Packed): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(neededVersion, 0);
  bytes.writeUInt16LE(utf8Names, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt16LE(firstOfJanuary1980, 8);
  bytes.writeUInt32LE(checksum, 10);
  bytes.writeUInt32LE(data.length, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

const number32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0, 0);
  return bytes;
};

const header = (packed: Packed): Buffer => Buffer.concat([number32(localSignature), shared(packed)]);

function centralHeader(packed: Packed, { isExecutable }: ZipEntry, offset: number): Buffer {
  const bytes = Buffer.alloc(16);
  const mode = 0o100000 | (isExecutable ? 0o755 : 0o644);
  // After two lengths and a disk number that are zero.
  bytes.writeUInt32LE((mode << 16) >>> 0, 6);
  bytes.writeUInt32LE(offset, 10);
  const version = Buffer.alloc(2);
  version.writeUInt16LE(madeBy, 0);
  return Buffer.concat([number32(centralSignature), version, shared(packed), bytes.subarray(0, 14)]);
}

function ending(entries: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(endSignature, 0);
  bytes.writeUInt16LE(entries, 8);
  bytes.writeUInt16LE(entries, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}
