/** What a learner is shown of a training project. Locks and times are said in words by the server: by the rule that decides. */
import { id, instant, pageOf } from '@kaopei/contract'
import { z } from 'zod'
import { attendanceState, projectStatus, taskProgress } from './codes.ts'

const myProject = z.object({
  projectId: id,
  name: z.string(),
  coverUrl: z.string().nullable(),
  status: projectStatus.schema,
  percent: z.int(),
  enrolledAt: instant,
  beginAt: instant.nullable(),
  endAt: instant.nullable(),
  begunAt: instant.nullable(),
  completedAt: instant.nullable(),
  /** The first required task that is owed and open; null: nothing is owed, or all of it waits. */
  nextTaskId: id.nullable(),
  nextTaskTitle: z.string().nullable(),
  nextKindLabel: z.string().nullable(),
  /** Of the next task; where something is overdue, of the task that is so longest. */
  nextDueAt: instant.nullable(),
  isOverdue: z.boolean(),
})
export type MyProject = z.output<typeof myProject>
export const myProjectsPage = pageOf(myProject)

const lock = z.object({
  words: z.string(),
  /** The task that is waited for. */
  taskId: id.nullable(),
})

const sessionOfTask = z.object({
  place: z.string(),
  beginTime: instant,
  endTime: instant,
  /** Null: nothing was booked, said or signed. */
  attendance: attendanceState.schema.nullable(),
})

const taskShown = z.object({
  id,
  title: z.string(),
  /** Key of a kind of tasks. */
  kind: z.string(),
  kindLabel: z.string(),
  isRequired: z.boolean(),
  /** `taskProgress`; tasks of others are not shown. */
  state: taskProgress.schema,
  isExempted: z.boolean(),
  score: z.number().nullable(),
  /** What has to be done, in words. */
  needs: z.string(),
  /** Title of the task that it makes up for. */
  makesUpFor: z.string().nullable(),
  dueAt: instant.nullable(),
  isOverdue: z.boolean(),
  isOpen: z.boolean(),
  locks: z.array(lock),
  /** Where nothing but time is missing. */
  opensAt: instant.nullable(),
  session: sessionOfTask.nullable(),
})
export type ProjectTaskShown = z.output<typeof taskShown>

const stageShown = z.object({
  id,
  title: z.string(),
  descript: z.string(),
  /** Of what is required; of all tasks where nothing is. */
  doneCount: z.int(),
  taskCount: z.int(),
  from: instant.nullable(),
  until: instant.nullable(),
  isOpen: z.boolean(),
  locks: z.array(lock),
  tasks: z.array(taskShown),
})
export type StageShown = z.output<typeof stageShown>

export const projectPage = z.object({
  projectId: id,
  name: z.string(),
  /** Cleaned html. */
  information: z.string(),
  coverUrl: z.string().nullable(),
  status: projectStatus.schema,
  beginAt: instant.nullable(),
  endAt: instant.nullable(),
  enrolledAt: instant,
  completedAt: instant.nullable(),
  percent: z.int(),
  /** What to do now: the first open one that is owed, else the first open one that is not done. */
  nextTaskId: id.nullable(),
  stages: z.array(stageShown),
})
export type ProjectPage = z.output<typeof projectPage>

export const openedMaterial = z.object({
  title: z.string(),
  /** Cleaned html; empty: no text. */
  html: z.string(),
  secondsLeft: z.int(),
  isRead: z.boolean(),
  files: z.array(z.object({ fileId: id, name: z.string(), isOpened: z.boolean() })),
  links: z.array(z.object({ title: z.string(), url: z.string(), isOpened: z.boolean() })),
  isComplete: z.boolean(),
})
export type OpenedMaterial = z.output<typeof openedMaterial>
