/** A pack as a stream of zip: each file as it comes, then the list of them with their hashes, and its signature. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { canonicalJson } from '@kaopei/contract'
import { ZipFile } from 'yazl'
import type { SigningKey } from '../signing-key.ts'

export interface PackFile {
  readonly path: string
  /** Recordings are compressed already. */
  readonly isPacked: boolean
  readonly open: () => Promise<Readable>
}

interface Listed {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

export function textFile(path: string, text: string): PackFile {
  return { path, isPacked: false, open: async () => Readable.from([Buffer.from(text)]) }
}

export function verifierPage(): string {
  return readFileSync(join(import.meta.dirname, 'verify.html'), 'utf8')
}

/** `facts` go into the list beside the files. `onFile` is told how many there are by now; it throws to stop. */
export function writePack(
  files: AsyncIterable<PackFile>,
  { facts, key, onFile }: { facts: Readonly<Record<string, unknown>>; key: SigningKey; onFile: (count: number) => void },
): Readable {
  const zip = new ZipFile()
  const out = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) })
  zip.outputStream.pipe(out)
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.once('error', fail)
  const work = async () => {
    const listed: Listed[] = []
    for await (const file of files) {
      listed.push(await addFile(zip, file))
      onFile(listed.length)
    }
    const manifest = canonicalJson({ ...facts, files: listed })
    zip.addBuffer(Buffer.from(manifest), 'manifest.json')
    zip.addBuffer(Buffer.from(key.sign(manifest)), 'manifest.sig')
    zip.end()
  }
  work().catch(fail)
  return out
}

/** Waits until the file has gone into the zip, so that one is open at a time. */
async function addFile(zip: ZipFile, { path, isPacked, open }: PackFile): Promise<Listed> {
  const source = await open()
  const hash = createHash('sha256')
  const { promise, resolve, reject } = Promise.withResolvers<Listed>()
  let size = 0
  const measured = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
    flush: (done) => {
      resolve({ path, size, sha256: hash.digest('hex') })
      done()
    },
  })
  source.once('error', reject)
  zip.addReadStream(source.pipe(measured), path, { compress: !isPacked })
  return promise
}
