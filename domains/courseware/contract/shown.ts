/** What a player or viewer is given of one version of a courseware: the same for learners, the preview and the courseware's own page. */
import { id } from '@kaopei/contract'
import { z } from 'zod'
import { coursewareType } from './codes.ts'

const link = z.string()

/** One quality of a film. `segments`: first byte, bytes and milliseconds of each; without them the object is played as it is. */
const rendition = z.object({
  name: z.string(),
  url: link,
  width: z.int(),
  height: z.int(),
  bitsPerSecond: z.int(),
  codecs: z.string(),
  initBytes: z.int().nullable(),
  segments: z.array(z.tuple([z.int(), z.int(), z.int()])).nullable(),
})
export type Rendition = z.output<typeof rendition>

const subtitle = z.object({ language: z.string(), label: z.string(), url: link })

/** A block of a micro-course: 1 and 2 pictures, 3 a film. */
export const shownBlock = z.object({
  id: z.string(),
  type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  fenmianImgPath: z.string(),
  /** Of a film its address. */
  url: link.nullable(),
  /** Cleaned html. */
  content: z.string(),
  lengthSeconds: z.int().nullable(),
  /** Of a film that is a courseware, which version of it; whoever has begun the micro-course goes on with this one. */
  film: z.object({ coursewareId: id, versionId: id }).nullable(),
})

const part = z.object({ number: z.int(), title: z.string(), href: z.string() })

export const shownCourseware = z.object({
  coursewareId: id,
  versionId: id,
  title: z.string(),
  type: coursewareType.schema,
  /** Of a film or sound, as it was measured. */
  lengthSeconds: z.int().nullable(),
  /** Pages of a document, blocks of a micro-course, parts of a package. */
  pageCount: z.int().nullable(),
  coverUrl: link.nullable(),
  /** Films and sounds, best first. */
  renditions: z.array(rendition),
  subtitles: z.array(subtitle),
  /** Documents: the pages' pictures in their order; a picture: itself. */
  pages: z.array(z.object({ url: link, width: z.int(), height: z.int() })),
  blocks: z.array(shownBlock),
  /** Packages: where the frame of a part is opened, on the origin of contents, and which standard it speaks. */
  package: z.object({ standard: z.enum(['1.2', '2004']), frameUrl: link, parts: z.array(part) }).nullable(),
  /** Offered where the file cannot be shown (no converter on this server, formats that no browser plays). */
  downloadUrl: link.nullable(),
  /** Why it cannot be shown, in Chinese; null when it can. */
  refusal: z.string().nullable(),
  /** When the links end; the player asks again before. */
  expiresAt: z.iso.datetime(),
})
export type ShownCourseware = z.output<typeof shownCourseware>
