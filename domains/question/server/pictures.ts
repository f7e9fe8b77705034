/** Pictures in questions: kept as lasting references to files of the company, shown as addresses that expire. */
import { keepFileLinks, signFileLinks } from '@kaopei/files/server'
import type { Services } from '@kaopei/server'
import { type QuestionContent, questionContent } from '../contract/content.ts'
import type { QuestionFault } from './rules/check-question.ts'
import { cleanContent } from './rules/clean-content.ts'

type Secret = Pick<Services, 'secret'>

const lastingReference = /^\/files\/keep\/[0-9a-f-]{36}$/

/** Content as it is kept. Pictures are taken from signed addresses of this company alone; others are faults of their field. */
export function keptContent(
  services: Secret,
  companyId: string,
  content: QuestionContent,
): { content: QuestionContent; faults: QuestionFault[] } {
  return cleanContent(content, (address) => {
    const kept = keepFileLinks(services, companyId, address)
    return lastingReference.test(kept) ? kept : undefined
  })
}

/** Stored content with pictures that can be looked at for a while. */
export function shownContent(services: Secret, companyId: string, stored: unknown): QuestionContent {
  return questionContent.parse(JSON.parse(signFileLinks(services, companyId, JSON.stringify(stored))))
}
