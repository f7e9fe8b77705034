import { changesOf, type Db, idOf, idsOf } from '@kaopei/server'

interface NewProject {
  readonly name: string
  readonly beginAt: Date | null
  readonly endAt: Date | null
  readonly sourceExamId: string | null
  readonly createdBy: string
  readonly now: Date
}

export interface NewTask {
  readonly kind: 'course' | 'practice' | 'exam'
  readonly targetId: string
  readonly title: string
  readonly rule: object
}

export interface NewStage {
  readonly title: string
  readonly tasks: readonly NewTask[]
}

/** A draft that opens stage after stage. */
export function insertDraftProject(db: Db, project: NewProject): Promise<string> {
  const { name, beginAt, endAt, sourceExamId, createdBy, now } = project
  return idOf(db)`
    insert into training.project
      (company_id, name, begin_at, end_at, unlock_order, source_exam_id, created_by, created_at, updated_at)
    values (${db.companyId}, ${name}, ${beginAt}, ${endAt}, 'groups', ${sourceExamId}, ${createdBy}, ${now}, ${now})
    returning id`
}

/** Of a project that has none yet. */
export async function insertStages(db: Db, projectId: string, stages: readonly NewStage[]): Promise<void> {
  let slot = 0
  for (const [sort, { title, tasks }] of stages.entries()) {
    const stageId = await idOf(db)`
      insert into training.stage (company_id, project_id, title, sort)
      values (${db.companyId}, ${projectId}, ${title}, ${sort + 1})
      returning id`
    const rows = tasks.map((task, at) => ({ ...task, sort: at + 1, slot: slot + at + 1 }))
    slot += tasks.length
    await changesOf(db)`
      insert into training.task (company_id, project_id, stage_id, slot, title, kind, target_id, sort, rule)
      select ${db.companyId}, ${projectId}, ${stageId}, n.slot, n.title, n.kind, n."targetId", n.sort, n.rule
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (slot smallint, title text, kind text, "targetId" uuid, sort integer, rule jsonb)`
  }
  await changesOf(db)`
    update training.project p
    set next_slot = ${slot + 1}
    where p.company_id = ${db.companyId} and p.id = ${projectId}`
}

/** Of these people those who may take part: whoever is disabled or gone may not. */
export function activeAmong(db: Db, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select s.id
    from org.person s
    where s.company_id = ${db.companyId} and s.id = any(${staffIds}::uuid[]) and s.removed_at is null and s.is_enabled
    order by s.id`
}

/** Those of `activeAmong`. */
export async function insertLearners(db: Db, projectId: string, staffIds: readonly string[], now: Date): Promise<void> {
  await changesOf(db)`
    insert into training.enrolment (company_id, project_id, staff_id, is_by_hand, enrolled_at)
    select ${db.companyId}, ${projectId}, n.id, true, ${now}
    from unnest(${staffIds}::uuid[]) as n (id)
    on conflict (company_id, project_id, staff_id) do nothing`
}
