import type { OutputOf } from '@kaopei/contract'
import { learn } from '@kaopei/course/contract/learn'
import { learnPackage } from '@kaopei/course/contract/package'
import { learnPing } from '@kaopei/course/contract/ping'
import { coursewareType } from '@kaopei/courseware/contract/codes'
import type { DemoClient } from './client.ts'
import type { DemoStaff } from './company.ts'
import type { Stage } from './stage.ts'

const secondsOfReading = 8
const secondsOfReport = 10
const secondsOfPart = 90

/** Who is there, and when it is. */
type Scene = Pick<Stage, 'as' | 'now'>

type Page = OutputOf<typeof learn.page>
export type DemoTask = Page['chapters'][number]['tasks'][number]
export interface Named {
  readonly course: string
  readonly task: string
}

export async function tasksOf(learner: DemoClient, courseId: string): Promise<DemoTask[]> {
  const page = await learner.call(learn.page, { course: courseId })
  return page.chapters.flatMap((chapter) => chapter.tasks)
}

/** Does a task of a courseware, article or link, through the calls of a browser; `share` of it, of a package whole parts. */
export async function doTask(stage: Scene, person: DemoStaff, named: Named, task: DemoTask, share = 1): Promise<void> {
  const learner = stage.as(person)
  if (task.kind === 'article') return readArticle(stage, learner, named)
  if (task.kind === 'link') return void (await learner.call(learn.openLink, named))
  if (task.kind !== 'courseware') return
  if (task.coursewareType === coursewareType.video) return watch(stage, learner, named, share)
  if (task.coursewareType === coursewareType.package) return workThrough(stage, learner, named, share)
  return readPages(stage, learner, named, share)
}

/** Reports as the player makes them, one every ten seconds. */
async function watch(stage: Scene, learner: DemoClient, named: Named, share: number): Promise<void> {
  const { session, lengthSeconds } = await learner.call(learn.open, named)
  const until = Math.floor(lengthSeconds * share)
  for (let from = 0, seq = 1; from < until; from += secondsOfReport, seq += 1) {
    const position = Math.min(until, from + secondsOfReport)
    pass(stage, position - from)
    await learner.call(learnPing.ping, { ...named, session, seq, ranges: [[from, position]], position })
  }
}

async function readPages(stage: Scene, learner: DemoClient, named: Named, share: number): Promise<void> {
  const { session, pageCount } = await learner.call(learn.open, named)
  for (let page = 0; page < Math.ceil(pageCount * share); page += 1) {
    pass(stage, secondsOfReading)
    await learner.call(learnPing.ping, { ...named, session, seq: page + 1, pages: [[page, secondsOfReading]], position: page })
  }
}

async function readArticle(stage: Scene, learner: DemoClient, named: Named): Promise<void> {
  await learner.call(learn.openArticle, named)
  pass(stage, secondsOfReading)
  await learner.call(learn.readArticle, named)
}

/** The last part of a package is its test. */
async function workThrough(stage: Scene, learner: DemoClient, named: Named, share: number): Promise<void> {
  const { session: player, pageCount } = await learner.call(learn.open, named)
  for (let part = 1; part <= Math.floor(pageCount * share); part += 1) {
    const { session } = await learner.call(learnPackage.openPackage, { ...named, part })
    const isTest = part === pageCount
    pass(stage, secondsOfPart)
    const seen: [number, number] = [part - 1, secondsOfPart]
    await learner.call(learnPing.ping, { ...named, session: player, seq: part, pages: [seen], position: part })
    await learner.call(learnPackage.commitPackage, {
      ...{ ...named, part, session, seq: 1, sessionSeconds: secondsOfPart, isFinished: true },
      state: {
        status: isTest ? 'passed' : 'completed',
        success: isTest ? 'passed' : 'unknown',
        scoreHundredths: isTest ? 10_000 : null,
        progressPercent: null,
        location: isTest ? '' : '3',
        suspendData: isTest ? '0,1,2,3' : '',
        exit: 'suspend',
        data: {},
      },
    })
  }
}

function pass(stage: Scene, seconds: number): void {
  stage.now = new Date(stage.now.getTime() + seconds * 1000)
}
