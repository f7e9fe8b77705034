/** Who comes into projects: people by hand, departments and groups, and keeping projects true to those that are followed. */
import { eligibleOf, type People, peopleOfAudiences } from '@kaopei/learning/server'
import type { Db } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { isChangeable } from '../../contract/status.ts'
import { askDerive } from '../standing/derive.job.ts'
import { projectAudiences } from './audience.sql.ts'
import { dropFormer, type Enrolled, type Enrolling, enrol } from './enrol.sql.ts'
import { findProject, takesPeople } from './project.sql.ts'

/** Puts all who may into the project; how they stand there is found out by a job. */
export async function takeIn(db: Db, given: Enrolling): Promise<Enrolled> {
  const enrolled = await enrol(db, { ...given, people: eligibleOf(db, given.people) })
  await askDerive(db, given.projectId)
  return enrolled
}

const followedOf = async (db: Db, projectId: string) =>
  (await projectAudiences.select(db, projectId)).filter(({ mode }) => mode === attachMode.live)

const followedPeople = async (db: Db, projectId: string): Promise<People> =>
  peopleOfAudiences(db, await followedOf(db, projectId))

/** Brings in whoever is in a followed department or group now. */
export async function bringFollowed(db: Db, projectId: string, now: Date): Promise<Enrolled> {
  return takeIn(db, { projectId, people: await followedPeople(db, projectId), reason: 'audience', now })
}

/** Takes out whom no followed one has any more; answers how many. */
export async function dropUnfollowed(db: Db, projectId: string): Promise<number> {
  return dropFormer(db, projectId, eligibleOf(db, await followedPeople(db, projectId)))
}

/** Brings a project up to date with what has changed about its people since; twice is harmless. Off the shelf nobody new comes in, ended it stays as it is. */
export async function followAudiences(db: Db, projectId: string, now: Date): Promise<void> {
  const marks = await projectAudiences.selectMarks(db, projectId)
  if (marks.length === 0) return
  const project = await findProject(db, projectId)
  if (project && isChangeable(project.status)) {
    if (takesPeople(project.status)) await bringFollowed(db, projectId, now)
    await dropUnfollowed(db, projectId)
  }
  await projectAudiences.deleteMarks(db, marks)
}
