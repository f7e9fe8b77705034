/** Projects for tests, by the calls that organisers make. */
import type { InputOf } from '@kaopei/contract'
import { arrangeCourse } from '@kaopei/course/testing'
import type { World } from '@kaopei/server/testing'
import { project } from '../contract/project.ts'
import { projectStages, projectTasks } from '../contract/stage-task.ts'

type Actor = Awaited<ReturnType<World['actor']>>
export type TaskWish = InputOf<(typeof projectTasks)['createList']>['tasks'][number]

export const material = (title: string): TaskWish => ({ kind: 'material', title, content: { html: '<p>正文</p>' } })

/** A draft with these stages; a material each where only a title is said. */
export async function draftProject(
  world: World,
  actor: Actor,
  stages: readonly (readonly (string | TaskWish)[])[],
  fields: Partial<InputOf<(typeof project)['create']>> = {},
) {
  const as = world.as(actor)
  const { id: projectId } = await as.get(project.create, { name: '新员工培训', ...fields })
  const stageIds: string[] = []
  const taskIds: string[][] = []
  for (const [place, tasks] of stages.entries()) {
    const { id: stageId } = await as.get(projectStages.create, { projectId, title: `第 ${place + 1} 阶段` })
    stageIds.push(stageId)
    if (tasks.length === 0) continue
    const wishes = tasks.map((task) => (typeof task === 'string' ? material(task) : task))
    taskIds.push((await as.get(projectTasks.createList, { projectId, stageId, tasks: wishes })).taskIds)
  }
  return { as, projectId, stageIds, taskIds }
}

/** A course on the shelf with one article. */
export const someCourse = (world: World, companyId: string, name = '安全课程') =>
  arrangeCourse(world, companyId, { name, chapters: [[{}]] })
