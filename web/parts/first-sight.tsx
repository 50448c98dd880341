/** The empty frame that the page itself carries (`first-sight.ts` of the server), until there is something to show. */
export function FirstSight() {
  return (
    <div className="first" aria-hidden="true">
      <div />
      <div>
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
