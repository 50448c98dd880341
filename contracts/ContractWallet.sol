// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.0;

/// A customer's wallet that is itself a contract: neither the recipient nor the amount of its payments
/// can be read off the transaction, only off the token's logs.
contract ContractWallet {
    address public owner = msg.sender;

    struct Payment {
        address to;
        uint256 value;
    }

    /// Several payments in one transaction: several logs under one transaction hash.
    function pay(address token, Payment[] calldata payments) external {
        require(msg.sender == owner, "not the owner");
        for (uint256 i = 0; i < payments.length; i++) {
            // Whatever the token returns, or does not: it must only not revert.
            (bool done,) = token.call(
                abi.encodeWithSignature("transfer(address,uint256)", payments[i].to, payments[i].value)
            );
            require(done, "the token refused");
        }
    }
}
