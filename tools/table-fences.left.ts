import type { RoomName } from './rooms.ts'

/**
 * Tables that rooms still read past a door, by who reads. It only gets shorter: what nobody reads any more is refused, and nothing is added.
 * Access manages the tables of roles, which stand with identity because every request reads them there.
 */
export const readPastDoors: Readonly<Record<RoomName, readonly string[]>> = {
  identity: [],
  files: [],
  jobs: [],
  platform: [],
  messaging: [],
  share: [],
  org: [],
  usergroup: [],
  collect: [],
  access: [],
  tenant: [],
  question: [],
  learning: [],
  courseware: [],
  paper: [],
  sitting: [],
  exam: [],
  result: [],
  marking: [],
  venue: [],
  proctoring: [],
  practice: [],
  questionnaire: [],
  course: [],
  training: [],
  instructor: [],
  skill: [],
  evaluation: [],
  certificate: [],
}
