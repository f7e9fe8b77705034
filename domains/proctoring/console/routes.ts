import type { RouteSpec } from '@kaopei/web'

const ofHall = { menu: 'examinationHall', hidden: true } as const
const ofReview = { menu: 'markCheating', hidden: true } as const

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/ote/examinationHall',
    name: 'examinationHall',
    title: '监考大厅',
    page: () => import('./hall/examination-hall.page.tsx'),
  },
  {
    path: '/application/ote/examinationHall-incident',
    name: 'examinationHallIncident',
    title: '突发事件',
    page: () => import('./incidents/incident.list.tsx'),
    ...ofHall,
  },
  {
    path: '/application/ote/examinationHall-incidentReport',
    name: 'examinationHallIncidentReport',
    title: '事件报告',
    page: () => import('./incidents/incident-report.page.tsx'),
    ...ofHall,
  },
  {
    path: '/switchScreenDetail',
    name: 'switchScreenDetail',
    title: '切屏详情',
    menu: 'examinationHall',
    hidden: true,
    page: () => import('./hall/switch-screen-detail.page.tsx'),
  },
  {
    path: '/application/ote/markCheating',
    name: 'markCheating',
    title: '防作弊审核',
    page: () => import('./review/mark-cheating.page.tsx'),
  },
  {
    path: '/application/ote/markCheating-screenRecord',
    name: 'markCheatingScreenRecord',
    title: '考生录像',
    page: () => import('./review/screen-record.page.tsx'),
    ...ofReview,
  },
  {
    path: '/application/ote/markCheating-shotsList',
    name: 'markCheatingShotsList',
    title: '画面列表',
    page: () => import('./review/shots-list.page.tsx'),
    ...ofReview,
  },
  {
    path: '/application/ote/examinationScreenShot',
    name: 'examinationScreenShot',
    title: '屏幕截图',
    page: () => import('./review/shots-list.page.tsx'),
    ...ofReview,
  },
  {
    path: '/application/ote/markCheating-verdicts',
    name: 'markCheatingVerdicts',
    title: '异常与裁定',
    page: () => import('./verdicts/verdicts.page.tsx'),
    ...ofReview,
  },
  {
    path: '/application/ote/markCheating-verdict',
    name: 'markCheatingVerdict',
    title: '答卷裁定',
    page: () => import('./verdicts/verdict.page.tsx'),
    ...ofReview,
  },
  {
    path: '/application/ote/markCheating-replay',
    name: 'markCheatingReplay',
    title: '作答回放',
    page: () => import('./replay/replay.page.tsx'),
    ...ofReview,
  },
  {
    path: '/application/ote/markCheating-checks',
    name: 'markCheatingChecks',
    title: '记录核对',
    page: () => import('./evidence/differences.list.tsx'),
    ...ofReview,
  },
]
