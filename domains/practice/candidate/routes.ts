import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/practice', title: '练习', page: () => import('./home.page.tsx') },
  { kind: 'lazy', path: '/practice/today', title: '今日练习', page: () => import('./run/today.page.tsx') },
  { kind: 'lazy', path: '/practice/run/:id', title: '练习中', page: () => import('./run/run.page.tsx') },
  { kind: 'lazy', path: '/practice/wrong', title: '错题本', page: () => import('./wrong-book.page.tsx') },
  { kind: 'lazy', path: '/practice/favourites', title: '我的收藏', page: () => import('./favourites.page.tsx') },
  { kind: 'lazy', path: '/practice/mastery', title: '掌握情况', page: () => import('./mastery.page.tsx') },
  { kind: 'lazy', path: '/practice/reports', title: '我的纠错', page: () => import('./reports.page.tsx') },
  { kind: 'lazy', path: '/practice/:id', title: '练习', page: () => import('./practice.page.tsx') },
]
