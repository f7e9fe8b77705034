import { randomUUID } from 'node:crypto'
import {
  fileIdOfUrl,
  filesModule,
  fileUrl,
  keepablePictures,
  pictureUrl,
  shownPicture,
  storeFile,
  temporaryBlobs,
} from '@kaopei/files/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QuestionContent } from '../../contract/content.ts'
import { questionModule } from '../index.ts'
import { soundContent } from '../made-questions.ts'
import { cleanAnswerHtml } from '../rules/scoring/clean-answer.ts'
import { keptContent, shownContent } from './pictures.ts'

let world: World
let writer: TestActor
let colleague: TestActor
let allowed: Set<string>
let addresses: string[]

async function uploaded({ companyId, staffId: createdBy }: TestActor, contentType: string): Promise<string> {
  const file = { companyId, name: '文件', contentType, purpose: 'editorImage', createdBy, body: Buffer.from('a file') }
  return (await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))).fileId
}

beforeAll(async () => {
  world = await World.open([filesModule, questionModule], temporaryBlobs)
  writer = await world.actor()
  const { companyId, staffId: holderId } = writer
  colleague = await world.actor({ companyId })
  const [own, given, theirs, paper] = [
    await uploaded(writer, 'image/png'),
    await uploaded(colleague, 'image/png'),
    await uploaded(colleague, 'image/png'),
    await uploaded(writer, 'application/pdf'),
  ]
  allowed = new Set([own, given])
  const { services } = world
  addresses = [
    ...[own, given, theirs, paper].flatMap((fileId) => [`/files/keep/${fileId}`, fileId, fileId.replaceAll('-', '')]),
    fileUrl(services, { companyId, fileId: own }),
    fileUrl(services, { companyId, fileId: own }, -90 * 86_400),
    pictureUrl(services, { companyId, fileId: given }, { holderId }),
    pictureUrl(services, { companyId, fileId: given }, { holderId, seconds: -3600 }),
    pictureUrl(services, { companyId, fileId: theirs }, { holderId, seconds: -90 * 86_400 }),
    ...[theirs, paper].flatMap((fileId) => [
      fileUrl(services, { companyId, fileId }),
      fileUrl(services, { companyId, fileId }, -60),
      pictureUrl(services, { companyId, fileId }),
      pictureUrl(services, { companyId, fileId }, { holderId: colleague.staffId }),
    ]),
    fileUrl(services, { companyId: randomUUID(), fileId: theirs }),
  ]
})
afterAll(() => world.close())

/** Scraps of which attacks were made, in any order and number, one within another. */
const scraps = [
  '<img src="',
  '<img src=',
  '<img ',
  'src=',
  'alt="',
  "alt='",
  '">',
  "'>",
  '>',
  '<',
  '"',
  "'",
  '/files/',
  '/files/ke',
  'ep/',
  'keep/',
  '&#x2f;',
]
const more = [
  '&quot;',
  '&lt;img src="',
  '<p>',
  '</p>',
  '<p title="',
  '<!--',
  '-->',
  '<b>',
  '\\"',
  '\0',
  '\u200b',
  '见',
  '.',
  '#',
  '?x=',
  '<span style="x:',
  '<IMG SRC="',
  '<svg>',
  '<![CDATA[',
]
const piece = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...scraps, ...more) },
  { weight: 1, arbitrary: fc.nat().map((at) => addresses[at % addresses.length] ?? '') },
  { weight: 1, arbitrary: fc.nat().map((at) => `<img src="${addresses[at % addresses.length]}">`) },
)
const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''))

/** The files behind addresses in what is shown that did not stand in what was written: mere words stay, whatever they say. */
function newlySigned(written: string, shown: string): string[] {
  return [...shown.matchAll(/\/files\/(?:keep\/)?[\w.-]+/g)].flatMap(([address]) =>
    written.includes(address) ? [] : (fileIdOfUrl(world.services, writer.companyId, address) ?? []),
  )
}

const runs = { numRuns: 300 }

test('no text of a candidate is ever answered with the address of a file that they had no right to', async () => {
  const { companyId, staffId } = writer
  await fc.assert(
    fc.asyncProperty(text, async (html) => {
      const kept = await world.inCompany(companyId, async (db) =>
        cleanAnswerHtml(
          html,
          await keepablePictures(db, world.services, { companyId, staffId }, { text: html, now: new Date() }),
        ),
      )
      const reader = { companyId, holderId: staffId }
      const shown = cleanAnswerHtml(kept, (reference) => shownPicture(world.services, reader, reference))
      for (const fileId of newlySigned(html, shown)) expect(allowed).toContain(fileId)
      expect(shown).not.toContain('<img src="/files/keep/')
    }),
    runs,
  )
})

test('no field of a question is ever answered with such an address', async () => {
  const { companyId, staffId } = writer
  const types = fc.constantFrom(1, 2, 3, 4, 5, 6, 7)
  await fc.assert(
    fc.asyncProperty(types, text, async (type, html) => {
      const content = everywhere(soundContent(type), html)
      const written = { services: world.services, companyId, staffId, now: new Date() }
      const kept = await world.inCompany(companyId, (db) => keptContent({ db, ...written }, content))
      const shown = JSON.stringify(shownContent(world.services, { companyId, holderId: staffId }, kept.content))
      for (const fileId of newlySigned(JSON.stringify(content), shown)) expect(allowed).toContain(fileId)
    }),
    runs,
  )
})

/** The same text in every field that takes any. */
function everywhere(content: QuestionContent, text: string): QuestionContent {
  const [stem, analysis] = [text, text]
  switch (content.type) {
    case 1:
    case 2:
      return { ...content, stem, analysis, options: content.options.map((option) => ({ ...option, html: text })) }
    case 3: {
      const [right, wrong] = content.options
      return {
        ...content,
        stem,
        analysis,
        options: [
          { ...right, html: text },
          { ...wrong, html: text },
        ],
      }
    }
    case 4:
      return {
        ...content,
        stem,
        analysis,
        blanks: content.blanks.map((blank) => ({ ...blank, alternatives: [{ text: text.slice(0, 500), weight: 1 }] })),
      }
    case 5:
      return { ...content, stem, analysis, referenceAnswer: text }
    case 6:
      return {
        ...content,
        stem,
        analysis,
        referenceAnswer: text,
        keyPoints: content.keyPoints.map((point) => ({ ...point, text: text.slice(0, 500) })),
      }
    case 7:
      return { ...content, stem, analysis, options: content.options.map((option) => ({ ...option, html: text })) }
  }
}
