/** The learner's calls of training projects: each is about the signed-in person alone. */
import { endpoint, id, pageQuery, protocolErrors, text } from '@kaopei/contract'
import { examErrors } from '@kaopei/exam/contract/exam-errors'
import { platformErrors } from '@kaopei/platform/contract/errors'
import { z } from 'zod'
import { projectLearnErrors } from './learn-errors.ts'
import { myProjectsPage, openedMaterial, projectPage } from './learn-shapes.ts'

const path = '/api/v1/train/learn'
const ofTask = z.object({ project: id, task: id })
const refusals = [
  protocolErrors.notFound,
  projectLearnErrors.notMine,
  projectLearnErrors.gone,
  projectLearnErrors.ended,
  projectLearnErrors.locked,
  projectLearnErrors.notThisKind,
] as const

export const projectLearn = {
  mine: endpoint({
    path: `${path}/mine`,
    summary: '我的培训',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      keyword: text(100, '项目名称').default(''),
      only: z.enum(['all', 'notBegun', 'underWay', 'complete', 'overdue', 'ended']).default('all'),
    }),
    output: myProjectsPage,
  }),
  get: endpoint({
    path: `${path}/get`,
    summary: '培训项目与进度',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ project: id }),
    output: projectPage,
    errors: [protocolErrors.notFound, projectLearnErrors.notMine],
  }),
  /** Of a kind that leads elsewhere: whoever takes part is let in, and told where to. */
  open: endpoint({
    path: `${path}/open`,
    summary: '进入任务',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: z.object({ kind: z.string(), targetId: id }),
    errors: [...refusals, projectLearnErrors.refused, examErrors.outsideClosed, platformErrors.quotaUsedUp],
  }),
  openMaterial: endpoint({
    path: `${path}/openMaterial`,
    summary: '打开资料',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: openedMaterial,
    errors: refusals,
  }),
  readMaterial: endpoint({
    path: `${path}/readMaterial`,
    summary: '读完资料正文',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: z.object({ isComplete: z.boolean() }),
    errors: [...refusals, projectLearnErrors.tooSoon],
  }),
  openFile: endpoint({
    path: `${path}/openFile`,
    summary: '打开资料中的文件',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask.extend({ fileId: id }),
    output: z.object({ url: z.string(), isComplete: z.boolean() }),
    errors: refusals,
  }),
  openLink: endpoint({
    path: `${path}/openLink`,
    summary: '打开资料中的链接',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask.extend({ url: z.string().max(2000) }),
    output: z.object({ url: z.string(), isComplete: z.boolean() }),
    errors: refusals,
  }),
}
