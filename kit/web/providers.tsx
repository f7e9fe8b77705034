import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, type ConfigProviderProps } from 'antd'
import zhModule from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { NotifyHost, type NotifyHostProps } from './notify.tsx'
import { queryClient } from './query.ts'
import { EmptyState } from './states.tsx'
import './styles.css'
import { componentSizeOf, styleVariables, themeOf } from './theme.ts'
import { useUiSettings } from './ui-settings.ts'
import { useLessMotion } from './use-media.ts'

dayjs.locale('zh-cn')

type Locale = NonNullable<ConfigProviderProps['locale']>
/** antd's types see its modules as CommonJS, bundlers as ESM: the table is the import itself or its `default`. */
const zhCN: Locale = isLocale(zhModule) ? zhModule : zhModule.default
function isLocale(value: object): value is Locale {
  return 'locale' in value
}
const nonce =
  typeof document === 'undefined' ? undefined : document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

/** Everything an app of this kit stands in: language, theme, size, messages, answers kept. */
export function WebProviders(props: NotifyHostProps): ReactNode {
  const { size, primary } = useUiSettings()
  const isCalm = useLessMotion()
  const theme = useMemo(() => themeOf({ size, primary }, !isCalm), [size, primary, isCalm])
  // Our own styles read size and colour from the document, as dialogs stand outside of the app's element.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    for (const [name, value] of Object.entries(styleVariables({ size, primary }))) style.setProperty(name, value)
  }, [size, primary])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        locale={zhCN}
        theme={theme}
        componentSize={componentSizeOf(size)}
        // A space between the two characters of a button would be a part of its name.
        button={{ autoInsertSpace: false }}
        renderEmpty={() => <EmptyState text="暂无数据" />}
        {...(nonce && { csp: { nonce } })}
      >
        <NotifyHost {...props} />
      </ConfigProvider>
    </QueryClientProvider>
  )
}
