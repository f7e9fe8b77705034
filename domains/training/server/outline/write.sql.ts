import type { Db } from '@kaopei/server'
import { findOne } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Stage } from './outline.sql.ts'

const versionRow = z.object({ version: z.int() })

interface Counting {
  readonly unlockOrder: string
  /** How many slots were taken. */
  readonly slots: number
  readonly now: Date
}

/** Counts the outline's version up; answers it. */
export async function countUp(db: Db, projectId: string, { unlockOrder, slots, now }: Counting): Promise<number> {
  const row = await findOne(db, versionRow)`
    update training.project
    set unlock_order = ${unlockOrder}, outline_version = outline_version + 1, next_slot = next_slot + ${slots}, updated_at = ${now}
    where company_id = ${db.companyId} and id = ${projectId}
    returning outline_version as version`
  return row?.version ?? 0
}

/** An outline is written as a whole: what is not among it any more is removed. It has at most two hundred tasks. */
export async function writeOutline(db: Db, projectId: string, stages: readonly Stage[], now: Date): Promise<void> {
  const stageRows = stages.map(({ tasks: _tasks, ...stage }, sort) => ({ ...stage, sort }))
  const taskRows = stages.flatMap(({ id: stageId, tasks }) => tasks.map((task, sort) => ({ ...task, stageId, sort })))
  await upsertStages(db, projectId, JSON.stringify(stageRows))
  await removeOthers(
    db,
    projectId,
    taskRows.map(({ id }) => id),
    now,
  )
  await upsertTasks(db, projectId, JSON.stringify(taskRows))
  const stageIds = stageRows.map(({ id }) => id)
  await sql`
    update training.task set stage_id = null
    where company_id = ${db.companyId} and project_id = ${projectId} and removed_at is not null and stage_id <> all(${stageIds}::uuid[])`.execute(
    db,
  )
  await sql`
    delete from training.stage
    where company_id = ${db.companyId} and project_id = ${projectId} and id <> all(${stageIds}::uuid[])`.execute(db)
}

async function upsertStages(db: Db, projectId: string, rows: string): Promise<void> {
  await sql`
    insert into training.stage (company_id, project_id, id, title, descript, sort, weight, opens_at, opens_after_days, ends_at,
      ends_after_days, conditions)
    select ${db.companyId}, ${projectId}, s.id, s.title, s.descript, s.sort, s.weight, s."opensAt", s."opensAfterDays", s."endsAt",
      s."endsAfterDays", s.conditions
    from jsonb_to_recordset(${rows}::jsonb) as s (id uuid, title text, descript text, sort int, weight int, "opensAt" timestamptz,
      "opensAfterDays" smallint, "endsAt" timestamptz, "endsAfterDays" smallint, conditions jsonb)
    on conflict (company_id, id) do update
    set title = excluded.title, descript = excluded.descript, sort = excluded.sort, weight = excluded.weight, opens_at = excluded.opens_at,
      opens_after_days = excluded.opens_after_days, ends_at = excluded.ends_at, ends_after_days = excluded.ends_after_days,
      conditions = excluded.conditions
    where stage.project_id = excluded.project_id`.execute(db)
}

async function removeOthers(db: Db, projectId: string, taskIds: readonly string[], now: Date): Promise<void> {
  await sql`
    update training.task set removed_at = ${now}
    where company_id = ${db.companyId} and project_id = ${projectId} and removed_at is null and id <> all(${taskIds}::uuid[])`.execute(
    db,
  )
}

async function upsertTasks(db: Db, projectId: string, rows: string): Promise<void> {
  await sql`
    insert into training.task (company_id, project_id, id, stage_id, slot, title, kind, target_id, sort, is_required, weight, rule,
      conditions, due_at, due_after_days, content, is_for_chosen, makes_up_task_id, kept_before)
    select ${db.companyId}, ${projectId}, t.id, t."stageId", t.slot, t.title, t.kind, t."targetId", t.sort, t."isRequired", t.weight,
      t.rule, t.conditions, t."dueAt", t."dueAfterDays", t.content, t."isForChosen", t."makesUpTaskId", t."keptBefore"
    from jsonb_to_recordset(${rows}::jsonb) as t (id uuid, "stageId" uuid, slot smallint, title text, kind text, "targetId" uuid, sort int,
      "isRequired" boolean, weight int, rule jsonb, conditions jsonb, "dueAt" timestamptz, "dueAfterDays" smallint, content jsonb,
      "isForChosen" boolean, "makesUpTaskId" uuid, "keptBefore" timestamptz)
    on conflict (company_id, id) do update
    set stage_id = excluded.stage_id, title = excluded.title, target_id = excluded.target_id, sort = excluded.sort,
      is_required = excluded.is_required, weight = excluded.weight, rule = excluded.rule, conditions = excluded.conditions,
      due_at = excluded.due_at, due_after_days = excluded.due_after_days, content = excluded.content,
      is_for_chosen = excluded.is_for_chosen, makes_up_task_id = excluded.makes_up_task_id,
      kept_before = excluded.kept_before
    where task.project_id = excluded.project_id`.execute(db)
}
