// The gateway in the checkout of blocks: a title and a text; the payment itself is on the hosted page.
(({ wcBlocksRegistry, wcSettings }, { element, htmlEntities }) => {
  const settings = wcSettings.getPaymentMethodData('pasarela');
  const text = (name) => htmlEntities.decodeEntities(settings[name] || '');
  const description = element.createElement('p', null, text('description'));
  wcBlocksRegistry.registerPaymentMethod({
    name: 'pasarela',
    label: element.createElement('span', null, text('title')),
    ariaLabel: text('title'),
    content: description,
    edit: description,
    canMakePayment: () => true,
    supports: { features: settings.supports },
  });
})(window.wc, window.wp);
