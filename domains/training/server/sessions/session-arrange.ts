/** Projects for tests, straight as rows: on the shelf, with stages, tasks, sessions and people who take part. */
import { randomUUID } from 'node:crypto'
import { arrangeOrganisation, arrangeStaff, type Organisation } from '@kaopei/exam/testing'
import type { TestActor, World } from '@kaopei/server/testing'

export interface TaskWish {
  readonly title?: string
  readonly kind?: string
  readonly targetId?: string
  readonly isRequired?: boolean
  readonly rule?: object
  readonly conditions?: readonly object[]
  readonly dueAt?: Date
  readonly content?: object
  /** Only the people with these numbers have it. */
  readonly chosen?: readonly number[]
  readonly session?: SessionWish
  /** The number of the task that it makes up for, of those before it. */
  readonly makesUp?: number
}

export interface SessionWish {
  readonly beginAt: Date
  readonly endAt: Date
  readonly places?: number
  readonly opensBeforeMinutes?: number
  readonly lateAfterMinutes?: number
}

interface Wish {
  readonly tasks: readonly TaskWish[]
  readonly people?: number
  /** On the shelf unless said. */
  readonly status?: number
  readonly unlockOrder?: 'free' | 'tasks' | 'groups'
  readonly enrolledAt?: Date
  readonly projectBeginAt?: Date
  /** The one stage of the project. */
  readonly stage?: { readonly opensAt?: Date; readonly endsAt?: Date }
  readonly organisation?: Organisation
}

export interface ArrangedTraining extends Organisation {
  readonly projectId: string
  readonly stageId: string
  readonly taskIds: readonly string[]
  readonly staffIds: readonly string[]
  /** The people of `staffIds`, signed in. */
  readonly learners: readonly TestActor[]
}

export async function arrangeTraining(world: World, wish: Wish): Promise<ArrangedTraining> {
  const organisation = wish.organisation ?? (await arrangeOrganisation(world))
  const { companyId, departments } = organisation
  const [projectId, stageId] = [randomUUID(), randomUUID()]
  await world.rows(
    `insert into training.project (company_id, id, name, status, unlock_order, next_slot, begin_at, shelved_at)
     values ($1, $2, '新员工培训', $3, $4, $5, $6, now())`,
    [companyId, projectId, wish.status ?? 1, wish.unlockOrder ?? 'free', wish.tasks.length + 1, wish.projectBeginAt ?? null],
  )
  await world.rows(
    `insert into training.stage (company_id, id, project_id, title, sort, opens_at, ends_at) values ($1, $2, $3, '第一阶段', 1, $4, $5)`,
    [companyId, stageId, projectId, wish.stage?.opensAt ?? null, wish.stage?.endsAt ?? null],
  )
  const staffIds = await arrangeStaff(world, companyId, { count: wish.people ?? 1, departmentId: departments.branch })
  await world.rows(
    `insert into training.enrolment (company_id, project_id, staff_id, is_by_hand, enrolled_at)
     select $1, $2, s.id, true, $4 from unnest($3::uuid[]) as s (id)`,
    [companyId, projectId, staffIds, wish.enrolledAt ?? world.now()],
  )
  const taskIds: string[] = []
  for (const [index, task] of wish.tasks.entries())
    taskIds.push(await arrangeTask(world, { companyId, projectId, stageId, staffIds, taskIds, slot: index + 1 }, task))
  const learners = []
  for (const staffId of staffIds) learners.push(await world.actor({ companyId, staffId, isAdmin: false }))
  return { ...organisation, projectId, stageId, taskIds, staffIds, learners }
}

interface Place {
  readonly companyId: string
  readonly projectId: string
  readonly stageId: string
  readonly staffIds: readonly string[]
  /** Those before it. */
  readonly taskIds: readonly string[]
  readonly slot: number
}

async function arrangeTask(world: World, { companyId, projectId, stageId, staffIds, taskIds, slot }: Place, wish: TaskWish) {
  const id = randomUUID()
  const {
    title = `任务${slot}`,
    kind = wish.session ? 'session' : 'material',
    rule = {},
    conditions = [],
    chosen,
    session,
  } = wish
  await world.rows(
    `insert into training.task (company_id, id, project_id, stage_id, slot, title, kind, target_id, sort, is_required, rule, conditions,
       due_at, content, is_for_chosen, makes_up_task_id)
     values ($1, $2, $3, $4, $5::int, $6, $7, $8, $5::int, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[companyId, id, projectId, stageId, slot, title, kind, wish.targetId ?? null, wish.isRequired ?? true],
      ...[JSON.stringify(rule), JSON.stringify(conditions), wish.dueAt ?? null],
      ...[wish.content ? JSON.stringify(wish.content) : null, chosen !== undefined],
      wish.makesUp === undefined ? null : taskIds[wish.makesUp],
    ],
  )
  for (const index of chosen ?? [])
    await world.rows('insert into training.task_person (company_id, task_id, staff_id) values ($1, $2, $3)', [
      companyId,
      id,
      staffIds[index],
    ])
  if (session)
    await world.rows(
      `insert into training.session (company_id, task_id, project_id, place, begin_at, end_at, places, opens_before_minutes, late_after_minutes)
       values ($1, $2, $3, '一号培训室', $4, $5, $6, $7, $8)`,
      [
        ...[companyId, id, projectId, session.beginAt, session.endAt, session.places ?? null],
        ...[session.opensBeforeMinutes ?? 30, session.lateAfterMinutes ?? 0],
      ],
    )
  return id
}

/** One of them, by number. */
export function one<Item>(items: readonly Item[], index = 0): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`there is no number ${index}`)
  return item
}
