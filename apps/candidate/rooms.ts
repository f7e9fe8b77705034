import { pages as certificate } from '@kaopei/certificate/candidate/routes'
import { pages as course } from '@kaopei/course/candidate/routes'
import { pages as evaluation } from '@kaopei/evaluation/candidate/routes'
import { pages as exam } from '@kaopei/exam/candidate/routes'
import { pages as practice } from '@kaopei/practice/candidate/routes'
import { pages as proctoring } from '@kaopei/proctoring/candidate/routes'
import { pages as questionnaire } from '@kaopei/questionnaire/candidate/routes'
import { pages as result } from '@kaopei/result/candidate/routes'
import { pages as sitting } from '@kaopei/sitting/candidate/routes'
import { pages as skill } from '@kaopei/skill/candidate/routes'
import { pages as training } from '@kaopei/training/candidate/routes'
import type { CandidatePage } from '@kaopei/web/candidate'
import type { RoomName } from '../../tools/rooms.ts'

/** In the order of the rooms, whose list is no part of what browsers load. */
const pagesOf: Readonly<Partial<Record<RoomName, readonly CandidatePage[]>>> = {
  sitting,
  exam,
  result,
  proctoring,
  practice,
  questionnaire,
  course,
  training,
  skill,
  evaluation,
  certificate,
}

/** Every page of the candidate's client. A room's pages appear here and nowhere else. */
export const allPages: readonly CandidatePage[] = Object.values(pagesOf).flat()

export const roomsWithPages = Object.keys(pagesOf)
