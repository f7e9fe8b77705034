/** An anonymous sheet on its way: sealed, and of one of few lengths, so that not even its size tells it from others. */
import { createHmac } from 'node:crypto'
import { openSecret, sealSecret } from '@kaopei/server'
import { z } from 'zod'
import { type Answers, answers } from '../../contract/answers.ts'

type Secret = { readonly secret: string }
interface Where {
  readonly companyId: string
  readonly questionnaireId: string
}

const sheet = z.object({ answers, padding: z.string() })
const stepBytes = 8192

export function sealSheet({ secret }: Secret, where: Where, given: Answers): string {
  const bare = JSON.stringify({ answers: given, padding: '' })
  const padding = ' '.repeat((stepBytes - (Buffer.byteLength(bare) % stepBytes)) % stepBytes)
  return sealSecret(secret, contextOf(where), JSON.stringify({ answers: given, padding }))
}

/** Undefined where it was sealed with another secret: whoever has that one opens it. */
export function openSheet({ secret }: Secret, where: Where, sealed: string): Answers | undefined {
  const text = openSecret(secret, contextOf(where), sealed)
  return text === undefined ? undefined : sheet.parse(JSON.parse(text)).answers
}

/** Tells one secret of the deployment from another and nothing of either. */
export const markOf = ({ secret }: Secret) =>
  createHmac('sha256', secret).update('questionnaire sealed by').digest('hex').slice(0, 16)

const contextOf = ({ companyId, questionnaireId }: Where) => `questionnaire/${companyId}/${questionnaireId}`
