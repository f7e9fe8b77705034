/**
 * Pictures in rich text. What is kept is a lasting reference to a file of the company; what is shown is an address that ends. Between the two
 * stands the question who may: knowing a file's id, or having had an address once, is no permission.
 */
import type { Db, Services } from '@kaopei/server'
import { markOf, pictureUrl, readFileUrl } from './file-link.ts'
import type { Grant } from './link-grants.ts'
import { selectOwnPictures } from './object.sql.ts'

type Secret = Pick<Services, 'secret'>

/** The reference that is kept for the address of a picture; undefined: whoever writes may not name it. */
export type KeepPicture = (address: string) => string | undefined

const filesPath = '/files/'
const keepPath = '/files/keep/'
/** As the cleaners write it: in cleaned text no other `<` than that of a tag is left, and the address is the tag's first attribute. */
const keptPicture = /<img src="\/files\/keep\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g
const reference = /^\/files\/keep\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** Whoever leaves a page open longer than its addresses last may still save it: for so long after their end. */
const pageOpenMs = 24 * 60 * 60 * 1000

export interface Writer {
  readonly companyId: string
  readonly staffId: string
}

/**
 * Which pictures this person may put into `text`: those whose address was made for them and ended at most a day ago, those they uploaded
 * themselves, and `known`, which the text has had before. Addresses stand in the text as they were given; what is written otherwise is none.
 */
export async function keepablePictures(
  db: Db,
  services: Secret,
  { companyId, staffId }: Writer,
  { text, known = [], now }: { text: string; known?: readonly string[]; now: Date },
): Promise<KeepPicture> {
  if (!text.includes(filesPath)) return () => undefined
  const kept = new Map<string, string>()
  const open = new Map<string, string>()
  const mark = markOf(services, companyId, staffId)
  for (const [address] of text.matchAll(/\/files\/[\w.-]+/g)) {
    const link = kept.has(address) || open.has(address) ? undefined : readFileUrl(services, companyId, address)
    if (!link) continue
    const isTheirs = link.mark === mark && now.getTime() < link.expiresAt.getTime() + pageOpenMs
    if (isTheirs || known.includes(link.fileId)) kept.set(address, link.fileId)
    else open.set(address, link.fileId)
  }
  if (open.size > 0) {
    const own = new Set(await selectOwnPictures(db, staffId, [...open.values()]))
    for (const [address, fileId] of open) if (own.has(fileId)) kept.set(address, fileId)
  }
  return (address) => {
    const fileId = kept.get(address)
    return fileId && `${keepPath}${fileId}`
  }
}

export interface Reader {
  readonly companyId: string
  /** How long the addresses work. */
  readonly seconds?: number | undefined
  /** What the right to see them rests on. */
  readonly grant?: Grant | undefined
  /** Who reads in order to write: they may save what they were shown. */
  readonly holderId?: string | undefined
}

/** The address for a kept reference; undefined for any other text. */
export function shownPicture(services: Secret, { companyId, ...how }: Reader, kept: string): string | undefined {
  const fileId = reference.exec(kept)?.[1]
  return fileId && pictureUrl(services, { companyId, fileId }, how)
}

/** Cleaned rich text with pictures that can be looked at. Only for text that a cleaner of ours has written. */
export function showPictures(services: Secret, { companyId, ...how }: Reader, html: string): string {
  if (!html.includes(keepPath)) return html
  return html.replace(keptPicture, (_tag, fileId: string) => `<img src="${pictureUrl(services, { companyId, fileId }, how)}"`)
}

/** The files that kept text names. */
export function picturesIn(html: string): string[] {
  return [...html.matchAll(keptPicture)].map(([, fileId = '']) => fileId)
}
