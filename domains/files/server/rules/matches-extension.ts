/** How much of a file's beginning the rule looks at. */
export const headBytes = 64 * 1024

type Test = (head: Buffer) => boolean

const startsWith =
  (...hex: string[]): Test =>
  (head) =>
    hex.some((wanted) => head.subarray(0, wanted.length / 2).toString('hex') === wanted)
const hasAt =
  (offset: number, text: string): Test =>
  (head) =>
    head.subarray(offset, offset + text.length).toString('latin1') === text
const any =
  (...tests: Test[]): Test =>
  (head) =>
    tests.some((test) => test(head))

const compound = startsWith('d0cf11e0a1b11ae1')
/** The first entry of an Office archive has one of these names; a zip of other things has not. */
const officeArchive: Test = (head) =>
  hasAt(0, 'PK\u0003\u0004')(head) &&
  /^(\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/|word\/|ppt\/|customXml\/|mimetype)/.test(
    head.subarray(30, 30 + head.readUInt16LE(26)).toString('latin1'),
  )
/** Word, Excel and PowerPoint save either form under either name, and encrypted new ones as the old form; the reader decides again. */
const office = any(compound, officeArchive)
const jpeg = startsWith('ffd8ff')
const asf = startsWith('3026b2758e66cf11')
const isoMedia: Test = (head) => /^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(head.subarray(4, 8).toString('latin1'))
const riff = (form: string): Test => {
  const isForm = hasAt(8, form)
  return (head) => hasAt(0, 'RIFF')(head) && isForm(head)
}
const mpegStream: Test = any(
  startsWith('000001ba', '000001b3'),
  (head) => head[0] === 0x47 && head[188] === 0x47,
  (head) => head[4] === 0x47 && head[196] === 0x47,
)
const mp3: Test = any(hasAt(0, 'ID3'), (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)

/** Texts have no signature: what begins like something else or holds a zero byte is none. UTF-16 has its own mark. */
const otherThanText = any(hasAt(0, 'PK\u0003\u0004'), hasAt(0, '%PDF'), hasAt(0, 'GIF8'), (head) => head.includes(0))
const plainText = any(startsWith('fffe', 'feff'), (head) => !otherThanText(head))

const tests: Readonly<Record<string, Test>> = {
  doc: office,
  docx: office,
  xls: any(office, startsWith('09000400', '09020600', '09040600')),
  xlsx: office,
  ppt: office,
  pptx: office,
  pps: office,
  pdf: (head) => head.subarray(0, 1024).includes('%PDF-'),
  jpg: jpeg,
  jpeg,
  gif: any(hasAt(0, 'GIF87a'), hasAt(0, 'GIF89a')),
  png: startsWith('89504e470d0a1a0a'),
  bmp: hasAt(0, 'BM'),
  wmv: asf,
  wma: asf,
  mp4: isoMedia,
  mov: isoMedia,
  m4a: isoMedia,
  w4v: isoMedia,
  flv: hasAt(0, 'FLV'),
  avi: riff('AVI '),
  wav: riff('WAVE'),
  rmvb: hasAt(0, '.RMF'),
  mpg: mpegStream,
  mts: mpegStream,
  mkv: startsWith('1a45dfa3'),
  mp3,
  amr: hasAt(0, '#!AMR'),
  csv: plainText,
  srt: plainText,
  vtt: plainText,
  zip: hasAt(0, 'PK\u0003\u0004'),
}

/** Whether a file's first bytes are what its ending claims. An ending that the table does not know never matches. */
export function matchesExtension(extension: string, head: Buffer): boolean {
  if (head.length === 0 || !Object.hasOwn(tests, extension)) return false
  return tests[extension]?.(head) ?? false
}
