/** Questionnaires for tests: published through the calls that people use. */
import { randomBytes } from 'node:crypto'
import type { TestActor, World } from '@kaopei/server/testing'
import type { Answers } from '../contract/answers.ts'
import type { DefinitionInput } from '../contract/definition.ts'
import { questionnaireLearn as learn } from '../contract/learn.ts'
import { questionnaire } from '../contract/questionnaire.ts'

export interface QuestionnaireWish {
  readonly name?: string
  readonly definition: DefinitionInput
  readonly isAnonymous?: boolean
  readonly audienceMode?: 0 | 1 | 2 | 3
  readonly isChangeable?: boolean
  readonly admissionEndTime?: string | null
}

export async function draftQuestionnaire(
  world: World,
  admin: TestActor,
  { definition, ...wish }: QuestionnaireWish,
): Promise<string> {
  const as = world.as(admin)
  const { id, version } = await as.get(questionnaire.addOrUpdate, { name: '培训反馈', ...wish })
  await as.get(questionnaire.saveDefinition, { id, version, definition })
  return id
}

export async function publishedQuestionnaire(world: World, admin: TestActor, wish: QuestionnaireWish): Promise<string> {
  const id = await draftQuestionnaire(world, admin, wish)
  await world.as(admin).get(questionnaire.publish, { id })
  return id
}

export const newSecret = () => randomBytes(24).toString('base64url')

/** As the browser does: claims with the session, hands in without one. */
export async function answerAnonymously(
  world: World,
  actor: TestActor,
  questionnaireId: string,
  answers: Answers,
): Promise<string> {
  const { ticket } = await world.as(actor).get(learn.claim, { questionnaireId, secret: newSecret() })
  await world.as(undefined).get(learn.handIn, { ticket, answers: { ...answers } })
  return ticket
}
