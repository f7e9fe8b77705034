import { usePerson } from '@kaopei/identity/parts'
import { wallClock } from '@kaopei/web'
import { serverNow } from '@kaopei/web/client'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { drawnMenu, type MenuItem } from '../frame/menu-model.ts'
import { routeIndex } from '../frame/shown-route.ts'
import { findRoute } from '../route-index.ts'
import { HomeExams } from './home-exams.tsx'
import { HomeFigures } from './home-figures.tsx'

/** The first of the menu are what people come for; all of it is at the side. */
const mostShortcuts = 8

/** What there is to do today, and the ways to it. Everybody sees what their rights reach. */
export default function HomePage(): ReactNode {
  const person = usePerson()
  const menu = useMemo(() => drawnMenu(person?.menus ?? [], (path) => findRoute(routeIndex, path) !== undefined), [person?.menus])
  const shortcuts = menu
    .filter(({ name }) => name !== 'home')
    .flatMap(leaves)
    .slice(0, mostShortcuts)
  const now = wallClock(serverNow())
  return (
    <div className="kp-home">
      <section className="kp-home-hello">
        <h1>
          {greeting(now.hour())}，{person?.staff.name}
        </h1>
        <p>
          {now.format('YYYY年M月D日 dddd')}
          {person?.staff.departmentName && ` · ${person.staff.departmentName}`}
        </p>
      </section>
      <HomeFigures />
      <div className="kp-home-columns">
        <HomeExams />
        <section className="kp-card">
          <h2 className="kp-section-title">快捷入口</h2>
          <div className="kp-shortcuts">
            {shortcuts.map(({ name, title, icon, to }) => (
              <Link key={name} to={to} className="kp-shortcut">
                <MenuIcon name={icon} />
                <span>{title}</span>
              </Link>
            ))}
          </div>
        </section>
      </div>
    </div>
  )
}

function leaves(item: MenuItem): readonly MenuItem[] {
  return item.children.length === 0 ? [item] : item.children.flatMap(leaves)
}

function greeting(hour: number): string {
  if (hour < 6) return '夜深了'
  if (hour < 12) return '上午好'
  return hour < 18 ? '下午好' : '晚上好'
}
