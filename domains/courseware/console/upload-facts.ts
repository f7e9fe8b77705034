import type { InputOf } from '@kaopei/contract'
import type { courseware } from '../contract/courseware.ts'
import type { ShownPerson } from './credits-field.tsx'
import type { QueuedFile } from './upload-queue.ts'

/** What is said of uploaded files beside their titles. */
export interface FileFacts {
  readonly contributor: readonly ShownPerson[]
  readonly author: readonly ShownPerson[]
  readonly teacher: readonly ShownPerson[]
  readonly assistTeacher: readonly ShownPerson[]
  readonly knowledgePointIds: readonly string[]
  readonly descript: string
  readonly coverUrl: string
}

export const emptyFacts: FileFacts = {
  contributor: [],
  author: [],
  teacher: [],
  assistTeacher: [],
  knowledgePointIds: [],
  descript: '',
  coverUrl: '',
}

type Wish = InputOf<typeof courseware.saveBatch>['coursewareList'][number]

const namesOf = (people: readonly ShownPerson[]) =>
  people.map(({ staffId, instructorId, name = '' }) => ({ staffId: staffId ?? null, instructorId: instructorId ?? null, name }))

export function factsInput(facts: FileFacts) {
  return {
    descript: facts.descript,
    coverUrl: facts.coverUrl,
    knowledgePointIds: [...facts.knowledgePointIds],
    contributor: namesOf(facts.contributor),
    author: namesOf(facts.author),
    teacher: namesOf(facts.teacher),
    assistTeacher: namesOf(facts.assistTeacher),
  }
}

export function inputOf({ stored, title }: QueuedFile, facts: FileFacts): Wish {
  return { ...factsInput(facts), fileId: stored?.fileId ?? '', title: title.trim() }
}
