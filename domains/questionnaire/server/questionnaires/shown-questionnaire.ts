import { pictureUrl } from '@kaopei/files/server'
import { instructorCards } from '@kaopei/instructor/server'
import type { Actor, DataScope, Db, Services } from '@kaopei/server'
import type { Definition } from '../../contract/definition.ts'
import { waitingIn } from '../answering/waiting.ts'
import { listOfDefinition } from '../rules/flat-list.ts'
import { statusAt } from '../rules/status-at.ts'
import { findQuestionnaire, namesOfStaff, quotaCounts, takenPartIn } from './questionnaire.sql.ts'
import { definitionIn, picturesOf } from './saving.ts'

interface Reading {
  readonly actor: Actor
  readonly db: Db
  readonly services: Services
  readonly now: Date
  readonly scope: DataScope
}

/** A questionnaire as its makers see it; undefined: there is none. */
export async function shownQuestionnaire({ actor, db, services, now, scope }: Reading, questionnaireId: string) {
  const found = await findQuestionnaire(db, questionnaireId)
  if (!found) return undefined
  const definition = await definitionIn(db, found)
  const names = await namesOfStaff(db, [found.createdBy])
  const [instructor] = found.instructorId === null ? [] : await instructorCards(db, [found.instructorId])
  return {
    ...found,
    questionnaireId,
    status: statusAt(found, now),
    admissionStartTime: found.admissionStartAt,
    admissionEndTime: found.admissionEndAt,
    instructorName: instructor?.name ?? null,
    definition,
    quesQuestionCreateReqDTOS: listOfDefinition(definition),
    pictureUrls: pictureUrlsOf(services, actor.companyId, definition),
    quotaCounts: await quotaCounts(db, questionnaireId, scope),
    isOfScope: scope.kind !== 'all' && !found.isAnonymous,
    ...(await takenPartIn(db, [questionnaireId], scope))(questionnaireId),
    ...(await waitingIn(db, services, found)),
    creatorName: names.get(found.createdBy ?? '') ?? null,
  }
}

export function pictureUrlsOf(services: Services, companyId: string, definition: Definition): Record<string, string> {
  return Object.fromEntries(picturesOf(definition).map((fileId) => [fileId, pictureUrl(services, { companyId, fileId })]))
}
