import { call, isApiError } from '@kaopei/web/client'
import { type OpenedQuestionnaire, questionnaireLearn } from '../contract/learn.ts'
import { nobody } from '../contract/rules/visible-in.ts'
import { forgetSheet, type KeptSheet, keepSheet } from './kept/sheets.ts'
import { keptAnswers } from './sheet/kept-answers.ts'

/**
 * Two calls that nothing joins: signed in somebody is noted as having answered and gets a ticket; as nobody the ticket and the sheet are handed in. The
 * sheet is on this device's disk before the first and leaves it after the second, so that whatever is lost in between is sent again: the same secret
 * gets the same ticket, and the same ticket counts once.
 */
export async function handInWithoutName(key: string, opened: OpenedQuestionnaire, sheet: KeptSheet): Promise<string> {
  const { questionnaireId, definition } = opened
  await keepSheet(key, { ...sheet, isOnItsWay: true })
  const ticket = await claimed(key, questionnaireId, sheet)
  await keepSheet(key, { ...sheet, isOnItsWay: true, hasTicket: true })
  const answers = keptAnswers(definition, sheet.answers, nobody)
  const { endText } = await call(questionnaireLearn.handIn, { ticket, answers }, { silent: true, as: 'nobody' })
  await forgetSheet(key)
  return endText
}

async function claimed(key: string, questionnaireId: string, sheet: KeptSheet): Promise<string> {
  try {
    const { ticket } = await call(questionnaireLearn.claim, { questionnaireId, secret: sheet.secret }, { silent: true })
    return ticket
  } catch (error) {
    // Refused: nothing is on its way, and the sheet may still be changed. Without an answer nobody knows.
    if (isRefusal(error)) await keepSheet(key, { ...sheet, isOnItsWay: false })
    throw error
  }
}

/** The server has said no, in its own words. */
export function isRefusal(error: unknown): boolean {
  return isApiError(error) && !error.isForeign && error.code >= 1000
}
