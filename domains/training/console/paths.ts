/** Addresses of the room's screens. */
export const listPath = '/application/online/projectCenter'

const stepPaths = ['/createProject', '/createMission', '/createMission'] as const
export type WizardStep = 0 | 1 | 2

/** The third step has the people and the shelf. */
export function stepPath(step: WizardStep, projectId?: string): string {
  const parameters = new URLSearchParams({
    ...(projectId !== undefined && { id: projectId }),
    ...(step === 2 && { step: 'people' }),
  })
  return parameters.size === 0 ? stepPaths[step] : `${stepPaths[step]}?${parameters}`
}

/** Where a fault of the outline is put right: the editor, at the stage or task. */
export function placePath(projectId: string, nodeId: string | null): string {
  return nodeId === null ? stepPath(1, projectId) : `${stepPath(1, projectId)}#${nodeId}`
}

export const infoPaths = {
  detail: '/projectInfo/projectDetail',
  mission: '/projectInfo/projectMission',
  student: '/projectInfo/projectStudent',
  effect: '/projectInfo/projectEffect',
  notice: '/projectNotice',
} as const
export type InfoPage = keyof typeof infoPaths

export function infoPath(page: InfoPage, projectId: string, conditions: Readonly<Record<string, string>> = {}): string {
  return `${infoPaths[page]}?${new URLSearchParams({ id: projectId, ...conditions })}`
}

/** Who came to an offline session. */
export function sessionPath(taskId: string): string {
  return `/projectSession?task=${taskId}`
}

/** From an exam's weak points to a project; without an exam one is chosen there. Points are chosen there as far as the exam has them. */
export function loopPath(examId?: string, pointIds: readonly string[] = []): string {
  const parameters = new URLSearchParams(pointIds.map((id) => ['point', id]))
  if (examId !== undefined) parameters.set('exam', examId)
  return parameters.size === 0 ? '/projectLoop' : `/projectLoop?${parameters}`
}
