/** Pictures in questions: kept as lasting references to files of the company, shown as addresses that expire. */
import { keepablePictures, picturesIn, type Reader, showPictures } from '@kaopei/files/server'
import type { Db, Services } from '@kaopei/server'
import { type QuestionContent, questionContent } from '../../contract/content.ts'
import type { QuestionFault } from '../rules/content/check-question.ts'
import { cleanContent } from '../rules/content/clean-content.ts'
import { mapHtml } from '../rules/content/map-html.ts'

type Secret = Pick<Services, 'secret'>

export interface Writing {
  readonly db: Db
  readonly services: Secret
  readonly companyId: string
  readonly staffId: string
  readonly now: Date
  /** What the question said before: its pictures may stay, whoever put them there. */
  readonly before?: QuestionContent | undefined
}

/** Content as it is kept. Only pictures that this person was given or has uploaded get in; others are faults of their field. */
export async function keptContent(
  { db, services, before, now, ...writer }: Writing,
  content: QuestionContent,
): Promise<{ content: QuestionContent; faults: QuestionFault[] }> {
  const known = before === undefined ? [] : htmlOf(before).flatMap(picturesIn)
  const keep = await keepablePictures(db, services, writer, { text: htmlOf(content).join('\n'), known, now })
  return cleanContent(content, keep)
}

/** Stored content with pictures that can be looked at for a while. */
export function shownContent(services: Secret, reader: Reader, stored: unknown): QuestionContent {
  return contentWithPictures(services, reader, questionContent.parse(stored))
}

export function contentWithPictures(services: Secret, reader: Reader, content: QuestionContent): QuestionContent {
  return mapHtml(content, (html) => showPictures(services, reader, html))
}

function htmlOf(content: QuestionContent): string[] {
  const found: string[] = []
  mapHtml(content, (html) => {
    found.push(html)
    return html
  })
  return found
}
