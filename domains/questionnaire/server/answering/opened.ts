import type { Db, Services } from '@kaopei/server'
import type { z } from 'zod'
import type { questionnaireLearn } from '../../contract/learn.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.sql.ts'
import { definitionIn } from '../questionnaires/saving.ts'
import { pictureUrlsOf } from '../questionnaires/shown-questionnaire.ts'
import { statusAt } from '../rules/status-at.ts'

type Opened = z.input<(typeof questionnaireLearn)['open']['output']>
type Standing = Pick<Opened, 'state' | 'mayAnswer' | 'person' | 'answers' | 'partialVersion' | 'seed'>

interface Opening {
  readonly db: Db
  readonly services: Services
  readonly now: Date
}

/** A questionnaire as whoever answers it gets it. */
export async function openedQuestionnaire(
  { db, services, now }: Opening,
  found: Questionnaire,
  standing: Standing,
): Promise<Opened> {
  const definition = await definitionIn(db, found)
  const { name, information, isAnonymous, isChangeable } = found
  return {
    ...{ questionnaireId: found.id, name, information, isAnonymous, isChangeable },
    admissionStartTime: found.admissionStartAt,
    admissionEndTime: found.admissionEndAt,
    status: statusAt(found, now),
    definition,
    pictureUrls: pictureUrlsOf(services, db.companyId, definition),
    ...standing,
  }
}
