import { afterEach, expect, test } from 'vitest'
import { CurrentRoute, useRouteName } from './route-context.ts'
import type { RouteSpec } from './route-spec.ts'
import { openScreen, type Screen } from './testing.tsx'

let screen: Screen
afterEach(() => screen.close())

const Name = () => <p>名称是{useRouteName()}</p>

test.each<[RouteSpec, string]>([
  [{ path: '/a', name: 'examManage', title: '考试管理' }, 'examManage'],
  [{ path: '/b', name: 'createStepFour', title: '人员与发布', menu: 'examManage', hidden: true }, 'examManage'],
])('a screen asks for people in the name of its menu', async (route, name) => {
  const page = (
    <CurrentRoute value={route}>
      <Name />
    </CurrentRoute>
  )
  screen = await openScreen(page, '/x', [])
  expect(screen.text()).toContain(`名称是${name}`)
})
