/** The same calls for somebody with an account and for somebody with a link. */
import type { InputOf, OutputOf } from '@kaopei/contract'
import { call } from '@kaopei/web/client'
import { evaluationLearn, type OpenedEvaluation, type SavedAnswers } from '../contract/answering.ts'
import { evaluationLink } from '../contract/answering-link.ts'

type Writes = InputOf<typeof evaluationLearn.save>['items']
export type HandedIn = OutputOf<typeof evaluationLearn.submit>

export interface AnswerCalls {
  begin(device: string, consent: OpenedEvaluation['consent']): Promise<OpenedEvaluation>
  takeOver(device: string): Promise<OpenedEvaluation>
  save(leaseEpoch: number, items: Writes): Promise<SavedAnswers>
  submit(leaseEpoch: number): Promise<HandedIn>
  leave(): Promise<unknown>
}

const timeoutMs = 12_000

/** As it was shown. */
const givenOf = ({ versionNumber, retentionMonths }: OpenedEvaluation['consent']) => ({
  consentVersion: versionNumber,
  retentionMonths,
})

export function accountCalls(raterId: string): AnswerCalls {
  return {
    begin: (device, consent) => call(evaluationLearn.begin, { raterId, device, ...givenOf(consent) }, { silent: true }),
    takeOver: (device) => call(evaluationLearn.takeOver, { raterId, device }, { silent: true }),
    save: (leaseEpoch, items) => call(evaluationLearn.save, { raterId, leaseEpoch, items }, { silent: true, timeoutMs }),
    submit: (leaseEpoch) => call(evaluationLearn.submit, { raterId, leaseEpoch }, { silent: true, timeoutMs }),
    leave: () => call(evaluationLearn.leave, { raterId }, { silent: true }),
  }
}

export function linkCalls(link: { readonly token: string; readonly deviceKey: string }): AnswerCalls {
  const quietly = { silent: true, as: 'nobody' } as const
  return {
    begin: (device, consent) => call(evaluationLink.begin, { ...link, device, ...givenOf(consent) }, quietly),
    takeOver: (device) => call(evaluationLink.takeOver, { ...link, device }, quietly),
    save: (leaseEpoch, items) => call(evaluationLink.save, { ...link, leaseEpoch, items }, { ...quietly, timeoutMs }),
    submit: (leaseEpoch) => call(evaluationLink.submit, { ...link, leaseEpoch }, { ...quietly, timeoutMs }),
    leave: () => call(evaluationLink.leave, link, quietly),
  }
}
