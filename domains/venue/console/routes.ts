import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/ote/examinationRoom',
    name: 'examinationRoom',
    title: '考场管理',
    page: () => import('./room.list.tsx'),
  },
  {
    path: '/application/ote/examinationRoomSeats',
    name: 'examinationRoomSeats',
    title: '座位图',
    menu: 'examinationRoom',
    hidden: true,
    page: () => import('./seats/room-seats.page.tsx'),
  },
]
