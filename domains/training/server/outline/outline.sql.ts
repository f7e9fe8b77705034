import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { projectStatus } from '../../contract/codes.ts'
import { conditions, unlockOrder } from '../../contract/outline.ts'

const taskRow = z.object({
  id,
  stageId: id,
  /** Its place in the array of states. */
  slot: z.int(),
  title: z.string(),
  /** Key of a kind of tasks. */
  kind: z.string(),
  targetId: id.nullable(),
  isRequired: z.boolean(),
  weight: z.int(),
  rule: z.unknown(),
  conditions,
  dueAt: z.date().nullable(),
  dueAfterDays: z.int().nullable(),
  /** Of a material. */
  content: z.unknown(),
  isForChosen: z.boolean(),
  makesUpTaskId: id.nullable(),
  /** Whoever had completed the project by then does not owe it. */
  keptBefore: z.date().nullable(),
})
export type TaskRow = z.input<typeof taskRow>

const stageRow = z.object({
  id,
  title: z.string(),
  descript: z.string(),
  weight: z.int(),
  opensAt: z.date().nullable(),
  opensAfterDays: z.int().nullable(),
  endsAt: z.date().nullable(),
  endsAfterDays: z.int().nullable(),
  conditions,
})
type StageRow = z.input<typeof stageRow>

const projectRow = z.object({
  projectId: id,
  name: z.string(),
  status: projectStatus.schema,
  unlockOrder,
  outlineVersion: z.int(),
  beginAt: z.date().nullable(),
  endAt: z.date().nullable(),
})

export interface Stage extends StageRow {
  readonly tasks: readonly TaskRow[]
}

/** A project's stages with their tasks, both in their order; removed tasks are not among them. */
export interface Outline extends z.input<typeof projectRow> {
  readonly stages: readonly Stage[]
}

/** Three statements. Undefined: no such project in the company. */
export async function outlineOf(db: Db, projectId: string): Promise<Outline | undefined> {
  const project = await findOne(db, projectRow)`
    select p.id as "projectId", p.name, p.status, p.unlock_order as "unlockOrder", p.outline_version as "outlineVersion",
      p.begin_at as "beginAt", p.end_at as "endAt"
    from training.project p
    where p.company_id = ${db.companyId} and p.id = ${projectId} and p.removed_at is null`
  if (!project) return undefined
  const tasks = Map.groupBy(await tasksOf(db, projectId), ({ stageId }) => stageId)
  const stages = await stagesOf(db, projectId)
  return { ...project, stages: stages.map((stage) => ({ ...stage, tasks: tasks.get(stage.id) ?? [] })) }
}

function stagesOf(db: Db, projectId: string): Promise<StageRow[]> {
  return rowsOf(db, stageRow)`
    select s.id, s.title, s.descript, s.weight, s.opens_at as "opensAt", s.opens_after_days as "opensAfterDays", s.ends_at as "endsAt",
      s.ends_after_days as "endsAfterDays", s.conditions
    from training.stage s
    where s.company_id = ${db.companyId} and s.project_id = ${projectId}
    order by s.sort, s.id`
}

function tasksOf(db: Db, projectId: string): Promise<TaskRow[]> {
  return rowsOf(db, taskRow)`
    select t.id, t.stage_id as "stageId", t.slot, t.title, t.kind, t.target_id as "targetId", t.is_required as "isRequired", t.weight,
      t.rule, t.conditions, t.due_at as "dueAt", t.due_after_days as "dueAfterDays", t.content, t.is_for_chosen as "isForChosen",
      t.makes_up_task_id as "makesUpTaskId", t.kept_before as "keptBefore"
    from training.task t
    where t.company_id = ${db.companyId} and t.project_id = ${projectId} and t.removed_at is null
    order by t.sort, t.id`
}
