/**
 * Pictures in questions and answers are kept as lasting references; who may see the content gets addresses that expire. An address is made
 * for a file of the given company alone: for another company's file it finds nothing.
 */
import { shownPicture } from '@kaopei/files/server'
import { databaseNow, type Services } from '@kaopei/server'
import { type Answer, answer } from '../../contract/answer.ts'
import type { QuestionContent } from '../../contract/content.ts'
import { cleanAnswerHtml } from '../rules/scoring/clean-answer.ts'
import { contentWithPictures, shownContent } from './pictures.ts'

export interface Showing {
  readonly services: Pick<Services, 'secret'>
  readonly companyId: string
  /** How long the addresses work. */
  readonly seconds: number
  /** Whose own answer it is: what they are shown they may save again. */
  readonly holderId?: string
}

const reference = '/files/keep/'
const usualSeconds = 2 * 60 * 60
const openEndSeconds = 24 * 60 * 60
const marginSeconds = 30 * 60
/** Links expire at whole steps of this (file-link.ts), so all that is shown for one step is the same. */
const stepSeconds = 15 * 60

/** Contents of the stock live as long as their version is in use, and most have no pictures: each is looked through once. */
const knownToHave = new WeakMap<QuestionContent, boolean>()
const shownContents = new WeakMap<QuestionContent, { readonly step: number; readonly content: QuestionContent }>()

export function showing(services: Pick<Services, 'secret'>, companyId: string, seconds = usualSeconds): Showing {
  return { services, companyId, seconds }
}

/** Long enough for the whole sitting: a picture may first be looked at, or again, just before the end. */
export function secondsOfSitting(due: Date | null, now: Date): number {
  if (due === null) return openEndSeconds
  return Math.max(usualSeconds, Math.ceil((due.getTime() - now.getTime()) / 1000) + marginSeconds)
}

/** The content with pictures that can be looked at. Contents are of one company each, as they come from the stock. */
export function withPictures(content: QuestionContent, { services, companyId, seconds }: Showing): QuestionContent {
  if (!hasPictures(content)) return content
  const step = Math.ceil((databaseNow().getTime() / 1000 + seconds) / stepSeconds)
  const known = shownContents.get(content)
  if (known?.step === step) return known.content
  const shown = contentWithPictures(services, { companyId, seconds }, content)
  shownContents.set(content, { step, content: shown })
  return shown
}

/** Stored content as its readers answer it, with pictures that can be looked at. */
export function storedWithPictures(stored: unknown, { services, companyId, seconds }: Showing): unknown {
  const text = JSON.stringify(stored)
  if (text === undefined || !text.includes(reference)) return stored
  return shownContent(services, { companyId, seconds }, stored)
}

/**
 * An answer with the pictures that the candidate put into it. Only a formatted short answer has any: elsewhere a reference is mere text. What
 * was saved before answers were cleaned is cleaned here.
 */
export function answerWithPictures(given: Answer, { services, ...reader }: Showing): Answer {
  if (given.type !== 6 || given.format !== 'html') return given
  return { ...given, text: cleanAnswerHtml(given.text, (kept) => shownPicture(services, reader, kept)) }
}

/** The same for an answer as the database has it. */
export function storedAnswerWithPictures(stored: unknown, pictures: Showing): Answer | null {
  const given = answer.nullable().parse(stored)
  return given && answerWithPictures(given, pictures)
}

function hasPictures(content: QuestionContent): boolean {
  const known = knownToHave.get(content)
  if (known !== undefined) return known
  const has = JSON.stringify(content).includes(reference)
  knownToHave.set(content, has)
  return has
}
