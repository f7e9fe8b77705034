/** Training projects for tests, straight as rows: on the shelf, with stages and tasks. */
import { randomUUID } from 'node:crypto'
import type { StoredCondition } from '@kaopei/course/contract/outline'

interface Owner {
  readonly rows: (text: string, values: unknown[]) => Promise<unknown>
}

export interface ProjectTaskWish {
  readonly id?: string
  readonly title?: string
  readonly kind?: string
  readonly targetId?: string | null
  readonly isRequired?: boolean
  readonly weight?: number
  readonly rule?: object
  readonly conditions?: readonly StoredCondition[]
  readonly dueAfterDays?: number
  readonly isForChosen?: boolean
  readonly makesUpTaskId?: string
}

export interface ProjectWish {
  readonly name?: string
  readonly status?: 0 | 1 | 2 | 3 | 4
  readonly unlockOrder?: 'free' | 'tasks' | 'groups'
  /** Tasks by stage; a material each unless it says otherwise. */
  readonly stages: readonly (readonly ProjectTaskWish[])[]
}

export interface ArrangedProject {
  readonly projectId: string
  readonly stageIds: readonly string[]
  /** In the order of the outline. */
  readonly taskIds: readonly string[]
}

export async function arrangeProject(owner: Owner, companyId: string, wish: ProjectWish): Promise<ArrangedProject> {
  const projectId = randomUUID()
  const { name = '新员工培训', status = 1, unlockOrder = 'free' } = wish
  const taskCount = wish.stages.flat().length
  await owner.rows(
    'insert into training.project (company_id, id, name, status, unlock_order, next_slot) values ($1, $2, $3, $4, $5, $6)',
    [companyId, projectId, name, status, unlockOrder, taskCount + 1],
  )
  const stageIds = wish.stages.map(() => randomUUID())
  const taskIds: string[] = []
  for (const [place, tasks] of wish.stages.entries()) {
    const stageId = stageIds[place] ?? ''
    await owner.rows('insert into training.stage (company_id, id, project_id, title, sort) values ($1, $2, $3, $4, $5)', [
      ...[companyId, stageId, projectId],
      ...[`第 ${place + 1} 阶段`, place],
    ])
    for (const [sort, task] of tasks.entries()) {
      const id = task.id ?? randomUUID()
      taskIds.push(id)
      await insertTask(owner, { companyId, projectId, stageId, slot: taskIds.length, sort }, { ...task, id })
    }
  }
  return { projectId, stageIds, taskIds }
}

interface Place {
  readonly companyId: string
  readonly projectId: string
  readonly stageId: string
  readonly slot: number
  readonly sort: number
}

async function insertTask(owner: Owner, at: Place, task: ProjectTaskWish & { readonly id: string }): Promise<void> {
  await owner.rows(
    `insert into training.task (company_id, id, project_id, stage_id, slot, title, kind, target_id, sort, is_required, weight, rule, conditions,
       due_after_days, content, is_for_chosen, makes_up_task_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[at.companyId, task.id, at.projectId, at.stageId, at.slot, task.title ?? `任务 ${at.slot}`],
      ...[task.kind ?? 'material', task.targetId ?? null, at.sort, task.isRequired ?? true, task.weight ?? 1],
      ...[JSON.stringify(task.rule ?? {}), JSON.stringify(task.conditions ?? []), task.dueAfterDays ?? null],
      ...[task.kind === undefined ? JSON.stringify({ html: '<p>正文</p>' }) : null],
      ...[task.isForChosen ?? false, task.makesUpTaskId ?? null],
    ],
  )
}
