import { open } from 'node:fs/promises'

/** A file path, or the bytes themselves. */
export type SheetSource = string | Buffer

type Magic = 'empty' | 'zip' | 'compound' | 'html' | 'pdf' | 'image' | 'archive' | 'text'

const HEAD_BYTES = 4096

/** The first bytes of a source, at most `length`. */
export async function headOf(source: SheetSource, length = HEAD_BYTES): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, length)
  const file = await open(source, 'r')
  try {
    const head = Buffer.alloc(length)
    const { bytesRead } = await file.read(head, 0, length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

export async function sizeOf(source: SheetSource): Promise<number> {
  if (typeof source !== 'string') return source.length
  const file = await open(source, 'r')
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

const SIGNATURES: readonly (readonly [hex: string, magic: Magic])[] = [
  ['504b0304', 'zip'],
  ['504b0506', 'zip'],
  ['d0cf11e0a1b11ae1', 'compound'],
  // BIFF 2 to 4 come without the OLE wrapping
  ['09000400', 'compound'],
  ['09020600', 'compound'],
  ['09040600', 'compound'],
  ['25504446', 'pdf'],
  ['89504e47', 'image'],
  ['ffd8ff', 'image'],
  ['47494638', 'image'],
  ['52617221', 'archive'],
  ['377abcaf', 'archive'],
  ['1f8b', 'archive'],
]

/** What the first bytes say, whatever the file is called. `compound` is OLE: .xls, or an .xlsx with a password. */
export function magicOf(head: Buffer): Magic {
  if (head.length === 0) return 'empty'
  const start = head.toString('hex', 0, 8)
  const signature = SIGNATURES.find(([hex]) => start.startsWith(hex))
  if (signature !== undefined) return signature[1]
  const text = head
    .toString('latin1')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
  return /^\s*(<\?xml|<!doctype|<html|<head|<meta|<table|<body|<style|mime-version:)/i.test(text) ? 'html' : 'text'
}

/** A workbook with a password is an OLE file that holds a stream of this name. */
export async function hasEncryptedPackage(source: SheetSource): Promise<boolean> {
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  if (typeof source !== 'string') return source.includes(name)
  const head = await headOf(source, Math.min(await sizeOf(source), 64 * 1024 * 1024))
  return head.includes(name)
}
