import { lazy, type ReactNode, Suspense } from 'react'

// Not needed for the first picture of a screen: all of them together are as large as many a screen.
const Picture = lazy(async () => ({ default: (await import('./header-tools.ts')).MenuPicture }))

/** The picture of a menu entry; its place is kept until it comes. */
export function MenuIcon({ name }: { readonly name: string }): ReactNode {
  return (
    <Suspense fallback={<span className="kp-menu-wait" />}>
      <Picture name={name} />
    </Suspense>
  )
}
